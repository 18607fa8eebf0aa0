"""The frames of English for where people work."""

from __future__ import annotations

from typing import Final

from familiar_memory.writers.forms.frames.row import FrameRow

__all__ = ["JOB_ROWS"]

JOB_ROWS: Final = (
    FrameRow(
        "works_at", "<my> ..2 <job>|<workplace> <be>? <adv>* at|with {firm} !was|were|used|had"
    ),
    FrameRow("works_at", "<my> employer <be> <adv>* {firm}"),
    FrameRow("works_at", "^ day_job <be> <adv>* at|with {firm}"),
    FrameRow("works_at", "<my> work|workplace <be> <adv>* at {firm}"),
    FrameRow("works_at", "<i> <adv>* <be>? <adv>* <work> <workway>* at|for {firm}"),
    FrameRow("works_at", "<i> 've|have <adv>* been <work> <workway>* at|for {firm}"),
    FrameRow("works_at", "<i> <have> ..3 <job> <adv>* at|with {firm}"),
    FrameRow(
        "works_at",
        "<i> <adv>* started <work>|a_job|my_job|my_new_job|a_new_job <adv>* at|for|with {firm}",
    ),
    FrameRow(
        "works_at",
        "^ <adv>* on shift|duty|the_clock|the_rota|my_break|my_lunch_break|break <adv>* at {firm}",
    ),
    FrameRow("works_at", "<i> <be> ..2 on ..2 shift|duty|clock|rota|break <adv>* at {firm}"),
    FrameRow("works_at", "^ <adv>* <clock> in|on|off|out at {firm}"),
    FrameRow("works_at", "<i> <adv>* <clock> in|on|off|out at {firm}"),
    FrameRow("works_at", "<i> 've|have been <adv>* <toil> away? at|for {firm}"),
    FrameRow("works_at", "^ been <adv>* <toil> away? at|for {firm}"),
    FrameRow("works_at", "<i> <be> <adv>* <toil> away? at|for {firm}"),
    FrameRow("works_at", "{firm} ,? where <i> <be>? <work>"),
    FrameRow("works_at", "new employer|workplace|job|boss|gig : {firm}"),
    FrameRow(
        "works_at",
        "^ <adv>* signed|signed_on|signed_up with|for {firm}",
        near="jobtalk",
        begins=True,
    ),
    FrameRow(
        "works_at",
        "<i> <have>? <adv>* signed|signed_on|signed_up with|for {firm}",
        near="jobtalk",
        begins=True,
    ),
    FrameRow(
        "works_at", "<i> <have>? <adv>* came|come|brought on_board at|with {firm}", begins=True
    ),
    FrameRow(
        "works_at",
        "<my> <adv>* first day|shift at|with {firm}",
        unless="tomorrow if next uni university school college camp festival",
        begins=True,
    ),
    FrameRow("works_at", "<i> <adv>* <dojob> ..4 at {firm}"),
    FrameRow("works_at", "{longfirm} <adv>* pays|pay <my> ..1 <pay>"),
    FrameRow("works_at", "{firm} <adv>* <employs> me !to|back|for"),
    FrameRow("works_at", "{firm} who|that|which <adv>* <employs> me"),
    FrameRow("works_at", "it 's|is {firm} <i> <be>? <work> for|at"),
    FrameRow("works_at", "{firm} <be> <adv>* who|where <i> <be>? <work>"),
    FrameRow("works_at", "{firm} took|have_taken|has_taken me on"),
    FrameRow("works_at", "took me on at|with {firm}", begins=True),
    FrameRow("works_at", "^ <adv>* <work> for|at {firm} means|is|has|lets|gives|comes", near="me"),
    FrameRow("works_at", "<i> ..2 on the payroll|books|staff at|of|with {firm}", begins=True),
    FrameRow("works_at", "<my> start date at|with {firm}", begins=True),
    FrameRow("works_at", "<my> start date at|with {firm} was|is", begins=True),
    FrameRow("works_at", "<my> <adv>* new job|role|gig ..1 <be>? at|with {firm}"),
    FrameRow("works_at", "<i> <adv>* joined {firm}", near="jobtalk", begins=True),
    FrameRow("works_at", "<i> <adv>* started <adv>* at|with {firm}", near="jobtalk", begins=True),
    FrameRow("works_at", "^ <adv>* started <adv>* at|with {firm}", near="jobtalk", begins=True),
    FrameRow(
        "works_at", "^ <my>? <adv>* first day|week|shift|month at|with {firm}", near="jobtalk"
    ),
    FrameRow(
        "works_at", "first day|week|shift|month at|with {firm}", near="jobtalk", unless="them"
    ),
    FrameRow("works_at", "<i> 'm|am <adv>* at|with {firm} <nowadays>", near="jobtalk"),
    FrameRow("works_at", "{firm} for me <nowadays>", near="jobtalk"),
    FrameRow("works_at", "at|from|in {firm} ~ @ <i> <adv>* <work> there"),
    FrameRow("works_at", "^ <adv>* employed by|at {firm}"),
    FrameRow("works_at", "<i> was|got|been <adv>* hired|taken_on by {firm}", begins=True),
    FrameRow("works_at", "<i> <have>? <adv>* been <adv>* hired|taken_on by {firm}", begins=True),
    FrameRow("works_at", "<i> <be> <adv>* employed by|at {firm}"),
    FrameRow(
        "works_at", "shift|shifts at {firm} tomorrow|today|tonight|later|again|this", near="me"
    ),
    FrameRow(
        "works_at",
        "changed|switched|new|swapped jobs|job|employer|employers ~ @ it 's|is {firm} <nowadays>",
        begins=True,
    ),
    FrameRow("works_at", "^ <adv>* joined {firm}", near="jobend", begins=True),
    FrameRow("works_at", "<i> <have>? <adv>* gone from ..5 to {firm}", near="jobtalk", begins=True),
    FrameRow(
        "works_at",
        "<i> <have>? <adv>* taken_up|accepted|landed|started|taken a|the ..3 <job> at|with {firm}",
        begins=True,
    ),
    FrameRow("works_at", "{firm} has|have been <my> employer|employers|workplace"),
    FrameRow("works_at", "<i> <be> ..1 working with {firm} as a|an"),
    FrameRow("works_at", "payslip|paycheck|wages|salary|rota from {firm}", near="me"),
    FrameRow("works_at", "day one at|with|in {firm}", near="me", begins=True),
    FrameRow("works_at", "<i> <be> on the counter|till|tills|desk|door|floor at {firm}"),
    FrameRow("works_at", "<my> new company|firm|employer|job|workplace , {firm} $$", begins=True),
    FrameRow("works_at", "^ on the payroll|books|staff at|of|with {firm}"),
    FrameRow("works_at", "<i> earn|make ..3 at|with {firm}", near="jobtalk"),
)
"""Every row, in the order in which facts of one sentence are reported."""
