"""The only gate from proposals to the tree: writers propose, code here disposes.

What adds and ends a line, by who proposes it:

| proposal | proposed by | what it does |
|---|---|---|
| `AddRecord` | writers, of talk | adds; ends what the same speaker said to the same audience |
| `StateRecord` | people, models on request | the same; for the owner it ends what anybody said |
| `PutRecord` | whoever moves, merges or stores | adds the record as it is, and ends nothing |
| `RetireRecord` | writers, of talk | strikes the facts of a speaker with that object |
| `ResumeRecord` | writers, of talk | makes what that struck live again |
| `RetireById` | on request | strikes the line of an id, hand-written ones for the owner alone |
| `RewriteNote` | people who accept a proposal | writes a whole note anew, as it was read |
| `Reassert` | on request | counts the line of an id once more |
| `CurateAppend`, `CurateHeading` | curation, at night | adds bullets to a section; ends nothing |
| `CurateRemove`, `CurateReplace` | curation, at night | strikes one bullet of a section |
"""
