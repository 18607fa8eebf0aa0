"""The frames of English for where people live, stay and come from."""

from __future__ import annotations

from typing import Final

from familiar_memory.writers.forms.frames.row import FrameRow

__all__ = ["PLACE_ROWS"]

PLACE_ROWS: Final = (
    FrameRow("lives_in", "<my> ..2 <dwelling> <be>? <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "<my> ..1 <hood> <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "<my> address ..3 in {place}"),
    FrameRow(
        "lives_in",
        "<i> <have> ..3 <dwelling> <adv>* in <lovely>? {place}",
        unless="holiday parents airbnb",
    ),
    FrameRow("lives_in", "<i> <adv>* <be>? <adv>* <live> <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "<i> 've|have <adv>* been <adv>* <live> <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "<i> 've|have <adv>* lived <adv>* in <lovely>? {place}", dated=True),
    FrameRow("lives_in", "<i> <adv>* settled <adv>* in <lovely>? {place}", begins=True),
    FrameRow("lives_in", "<i> <adv>* moved <adv>* to|into {place}", begins=True),
    FrameRow(
        "lives_in", "<i> <adv>* moved <adv>* into <my>|a|the ..2 <dwelling> in {place}", begins=True
    ),
    FrameRow("lives_in", "since|after moving <adv>* to {place}"),
    FrameRow("lives_in", "<my> move to {place} <be> ..1 <over>|complete|official"),
    FrameRow("lives_in", "^ <adv> <adv>* <live> <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "^ <live> <adv>* in <lovely>? {place} <nowadays> !would|must|sounds|is"),
    FrameRow("lives_in", "^^ based|settled <adv>* in <lovely>? {place}"),
    FrameRow("lives_in", "{place} <be> <adv>* home !to"),
    FrameRow("lives_in", "{place} <be> <adv>* <my> home $"),
    FrameRow("lives_in", "{place} <be> <adv>* where <i> <be>? <adv>* <live> !when"),
    FrameRow("lives_in", "where <i> <be>? <live> <be> {place}"),
    FrameRow("lives_in", "home ..3 <be> <adv>* {place}"),
    FrameRow("lives_in", "<i> ..1 call {place} <my>? home"),
    FrameRow("lives_in", "<have> {place} as <my> ..1 home"),
    FrameRow("lives_in", "{place} ~ @ that|which|this 's|is where <i> <be>? <live>", wide=True),
    FrameRow("lives_in", "it 's|is {place} where? <i> <be>? <live>"),
    FrameRow("lives_in", "<i> ..2 a ..1 {place} resident|local|dweller"),
    FrameRow("lives_in", "^ {place} resident|local|dweller here"),
    FrameRow("lives_in", "here in {place}", near="settled"),
    FrameRow(
        "lives_in", "<i> <adv>* <takeflat> ..3 <dwelling> <adv>* in <lovely>? {place}", begins=True
    ),
    FrameRow("lives_in", "^ <settle> home|shop|life in {place}", begins=True),
    FrameRow("lives_in", "<i> <have>? ..2 <settle> home|shop|life in {place}", begins=True),
    FrameRow(
        "lives_in",
        "<i> <have>? ..2 came|come|gone|went to live in {place}",
        unless="will",
        begins=True,
    ),
    FrameRow("lives_in", "^ came|gone|went to live in {place}", begins=True),
    FrameRow("lives_in", "{place} has|have been <adv>* <my>? home"),
    FrameRow("lives_in", "{place} it is", near="moving"),
    FrameRow("lives_in", "<i> <be> <adv>* in {place} now", near="moving"),
    FrameRow("lives_in", "hello {place}", near="moving"),
    FrameRow("lives_in", "been a|an ..1 {place} resident|local|dweller"),
    FrameRow("lives_in", "^ any {place} folks|people|locals in? here"),
    FrameRow("lives_in", "<my> local|nearest ..2 in {place}"),
    FrameRow("staying_in", "<i> <be> <adv>* <away> <adv>* in|at {place}"),
    FrameRow("staying_in", "<i> <be> <adv>* away ..2 visiting|in {place}"),
    FrameRow("staying_in", "<i> <be> <adv>* away ..2 in {place}"),
    FrameRow("staying_in", "^ <adv>* <away> <adv>* in|at {place}"),
    FrameRow("staying_in", "^ <adv>* <away> :5 <lodged> <adv>* in <lovely>? {place}"),
    FrameRow("staying_in", "<i> <be> :5 in|at {place}", near="until"),
    FrameRow("staying_in", "<i> <be> :6 <lodged> <adv>* in <lovely>? {place}"),
    FrameRow("staying_in", "^ <adv>* <away> on|with|at|by :5 in {place}"),
    FrameRow("staying_in", "<i> <be> <adv>* <away> on|with|at|by :5 in {place}"),
    FrameRow(
        "staying_in", "<i> got|have|booked ..2 <lodged> <adv>* in {place} until|til|till|through|, "
    ),
    FrameRow("staying_in", "^ got|have ..2 <lodged> <adv>* in {place} until|til|till|through|,"),
    FrameRow("staying_in", "sent me ..2 to {place}", near="until"),
    FrameRow("staying_in", "find|reach me ..1 in|at {place}", near="until"),
    FrameRow("staying_in", "<i> <be> ..2 on ..4 <trip> <adv>* in|to {place}"),
    FrameRow("staying_in", "^ <adv>* on ..2 <trip> <adv>* in|to {place}"),
    FrameRow("grew_up_in", "^^ <adv>* <raised> <adv>* in <lovely>? {place}", near="me"),
    FrameRow("grew_up_in", "<i> ..2 <raised> <adv>* in <lovely>? {place}"),
    FrameRow("grew_up_in", "<i> ..1 spent ..2 childhood in {place} $"),
    FrameRow("from_place", "<my> <roots> <be> <adv>* in|from {place}"),
    FrameRow("from_place", "<my> <roots> <be> <adv>* {place}"),
    FrameRow("from_place", "{place} ~ @ that|which|it 's|is where <i> <be> from", wide=True),
    FrameRow("from_place", "{place} ~ @ that|which|it 's|is where <i> come from", wide=True),
    FrameRow("from_place", "{place} <be> <adv>* where <i> <be> from"),
    FrameRow("from_place", "<i> <be> <adv>* a ..2 {place} lad|lass|girl|boy|native|kid"),
    FrameRow("from_place", "^ {place} born|native|lad|lass|girl|boy and|born|here|through"),
    FrameRow("from_place", "<i> <be> <adv>* from {place} originally"),
)
"""Every row, in the order in which facts of one sentence are reported."""
