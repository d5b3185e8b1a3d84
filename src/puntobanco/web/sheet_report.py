"""The report of a sheet that somebody writes in the lab, as a task for a process apart."""

from __future__ import annotations

from typing import Final

from puntobanco.errors import SheetError
from puntobanco.house.apart.task import Task, Tell
from puntobanco.house.lab.bench import told_fault
from puntobanco.house.lab.forms import read
from puntobanco.house.lab.question import Plain, ReportQuestion
from puntobanco.study.paper import paper


def answer(question: ReportQuestion, tell: Tell) -> Plain:
    """Give the page and what its file may be called, or the fault of the sheet."""
    try:
        sheet = read(question.text)
    except SheetError as error:
        return {"fault": told_fault(error)}
    return {"sheet": sheet.id, "page": "".join(paper(sheet, question.decks, tell))}


TASK: Final = Task(ReportQuestion, answer)
