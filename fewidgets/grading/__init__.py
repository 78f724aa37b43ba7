"""Grading by value: a student's code runs in a process of its own, and plain values are compared in another one.

- `question.py`: what a graded set asks. `loading.py`: a set from its folder.
- `seeds.py`: data that differ from student to student. `trying.py` solves a set for one of them.
- `result.py`: what grading one submission returns.

How a submission is graded, in the order of the work:

1. `handed_in.py` reads the notebook, and `repair.py` puts it right.
2. `observing.py` runs it through `conversation.py` in a process that `tiers.py` and `limits.py` confine. What happens in that
   process is `student_process.py`, `confine.py`, `mounting.py`, `runner.py`, `cell_code.py`, `interpreter.py` and `plain.py`.
   `removing.py` removes what it leaves.
   `wire.py` is the language between the two sides: bounded frames of plain data.
3. `marking.py` compares, and `failures.py` finds the words. `submission.py` does all three for one submission.
4. `batch.py` grades many of them with the processes of `executors.py`, `course_grading.py` those of a course, and
   `grade_command.py` is the command. `by_hand.py` takes the points that a teacher gives, and `deadlines.py` says
   what came late.
"""
