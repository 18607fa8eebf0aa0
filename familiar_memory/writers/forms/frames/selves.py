"""The frames of English for what people eat, play and speak, and when they were born."""

from __future__ import annotations

from typing import Final

from familiar_memory.writers.forms.frames.row import FrameRow

__all__ = ["SELF_ROWS"]

SELF_ROWS: Final = (
    FrameRow("allergic_to", "being|get|getting <adv>* allergic to {allergen} $", near="me"),
    FrameRow("allergic_to", "it 's|is {allergen} <i> <be> <adv>* allergic to"),
    FrameRow("allergic_to", "{allergen} is|are what <i> <be> ..1 allergic to"),
    FrameRow("allergic_to", "<i> can't|cannot ..2 <avoid> any? {allergen} $", near="allergy"),
    FrameRow("allergic_to", "<i> don't eat|drink|touch any? {allergen} $", near="allergy"),
    FrameRow("allergic_to", "^ can't|cannot ..2 <avoid> any? {allergen} $", near="allergy"),
    FrameRow("allergic_to", "^ <adv>* please? no {allergen} $", near="allergy"),
    FrameRow("allergic_to", "keep ..3 {allergen} away_from|far_from me"),
    FrameRow("allergic_to", "<my> ..1 allergy|allergies to {allergen}"),
    FrameRow("allergic_to", "{irritant} & @ <allergic> !to", wide=True),
    FrameRow("allergic_to", "@ <allergic> !to & {irritant}", wide=True),
    FrameRow("allergic_to", "{allergen} <swell>", near="allergy"),
    FrameRow(
        "allergic_to", "{allergen} would|could|will|can put|kill|send|land me", near="allergy"
    ),
    FrameRow(
        "allergic_to",
        "<i> ..1 break|breaks|come|swell|react ..4 from|to|with|around|near {allergen} $",
        near="allergy",
    ),
    FrameRow("allergic_to", "hives|rash|anaphylaxis|reaction from|to {allergen} $", near="allergy"),
    FrameRow("plays", "<my> ..1 {instrument} <practice>"),
    FrameRow("plays", "^ <adv>* {instrument} player|teacher here"),
    FrameRow("plays", "<my> ..3 of {instrument} <practice>"),
    FrameRow("plays", "{instrument} <lesson>", near="me", unless="they them their teach teaching"),
    FrameRow("plays", "^ <playing> the? {instrument} !is|was|looks|sounds|seems|must"),
    FrameRow("plays", "<i> <be>? <adv>* <playing> <adv>* the? {instrument} !game|hero"),
    FrameRow("plays", "<i> 've|have <adv>* been <adv>* <playing> the? {instrument}"),
    FrameRow("plays", "^ been <adv>* <playing> the? {instrument}"),
    FrameRow(
        "plays",
        "<i> 'm|am|play on? <adv>* the? {instrument} in <my>|a|the ..2 band|orchestra|group",
    ),
    FrameRow(
        "plays", "sheet_music|strings|reeds|a_case|repertoire for ..2 {instrument}", near="iplay"
    ),
    FrameRow("plays", "<i> ..2 took|picked up the? {instrument} !from|off|and|for"),
    FrameRow("plays", "<my> <adv>* {instrument} <be> ..2 out_of_tune|in_tune"),
    FrameRow("speaks", "<my> {language} <be> <adv>* <goodat>", unless="not teacher homework"),
    FrameRow("speaks", "^ <adv>* native|fluent? {language} speaker here"),
    FrameRow("speaks", "^ {language} speaker here"),
    FrameRow("speaks", "<i> <adv>* spoke {language} at_home|growing_up", past=True),
    FrameRow("speaks", "<i> ..2 grew_up speaking|with {language}"),
    FrameRow("speaks", "{language} ~ @ <i> <be> ..2 <fluent>", unless="learn"),
    FrameRow("speaks", "{language} ~ @ <i> ..4 speak|read|understand ..2 it", wide=True),
    FrameRow("speaks", "<i> <adv>* read|write|understand|know|speak <some>? {language} $"),
    FrameRow("speaks", "<i> ..3 switching|switch to {language}"),
    FrameRow("speaks", "<fluent> in {language}", near="me"),
    FrameRow("diet", "<i> <be> <adv>* {diet} $ !on|sometimes|when|at"),
    FrameRow(
        "diet",
        "^ <adv>* strictly|fully|completely|proudly {diet} over? here? $ !on|sometimes|when|at",
    ),
    FrameRow("diet", "^ being {diet} !is|was|sounds|must|seems|looks|would|isn't"),
    FrameRow("diet", "^ <adv>* {diet} over? here"),
    FrameRow("diet", "^ been <adv>* eating? <adv>* {diet} $ !on|sometimes|when|at", near="longer"),
    FrameRow(
        "diet",
        "<i> 've|have <adv>* been <adv>* eating? <adv>* {diet} $ !on|sometimes|when|at",
        near="longer",
    ),
    FrameRow("diet", "<i> <adv>* eat <adv>* {diet} $ !on|sometimes|when|at"),
    FrameRow("diet", "<my> diet <be> <adv>* {diet} $ !on|sometimes|when|at"),
    FrameRow("diet", "as a|an {diet} ,? <i>|my !would|'d|could"),
    FrameRow("diet", "{diet} options|food|menu ~ i_can_eat|for_me"),
    FrameRow("diet", "<i> ..1 only eat {diet} $ !on|sometimes|when|at"),
    FrameRow("loves", "^ {thing} > > >? everything|all|anything"),
    FrameRow("loves", "^ {thing} > everything|all|anything"),
    FrameRow("loves", "had me at {thing} $"),
    FrameRow("loves", "<i> <be> <adv>* obsessed|addicted|hooked with|to|on {thing} $"),
    FrameRow(
        "loves",
        "<takes> {thing} ~ @ it|they|that 's|is|'re|are <adv>* <my> ..1 <favourite> $",
        wide=True,
    ),
    FrameRow("loves", "<takes> {thing} ~ @ <i> <be> <adv>* <obsessed>", wide=True),
    FrameRow("loves", "last meal ~ be {thing} $", near="me"),
    FrameRow("loves", "^ big|huge|massive fan of {thing} $"),
    FrameRow("loves", "<i> <be>? a? <adv>* big|huge|massive fan of {thing} $"),
    FrameRow("loves", "<i> <be> a ..1 sucker for {thing} $"),
    FrameRow("loves", "^ {thing} <be> <adv>* <my> ..2 <favourite> $"),
    FrameRow(
        "loves", "nothing|you_can't beats|beat {thing} $", unless="sleep sleeping winning home bed"
    ),
    FrameRow("loves", "^ {thing} <be> the best ..1 ever"),
    FrameRow("loves", "<takes> {thing} ~ @ <i> <adv>* <love> it|that|them|that_stuff $", wide=True),
    FrameRow("birthday", "<my> <birthday> <be> ..3 on? {day} $", unless="them"),
    FrameRow("birthday", "{day} ~ @ that|which|it 's|is <my> <birthday>", unless="them", wide=True),
    FrameRow("birthday", "{day} <be> <adv>* <my> <birthday>", unless="them"),
    FrameRow("birthday", "turning|turn ..4 older ..2 on {day} $", unless="them"),
    FrameRow("birthday", "<i> ..2 turn|turning {age} ..1 on {day} $$", unless="them"),
    FrameRow("birthday", "mine <be> <adv>* on? {day}", near="birthday"),
    FrameRow("birthday", "{day} <be> mine", near="birthday", unless="them"),
    FrameRow("birthday", "<i> ..2 born ..1 on {day}", unless="them"),
)
"""Every row, in the order in which facts of one sentence are reported."""
