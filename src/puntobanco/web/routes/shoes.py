"""A table's shoes hand by hand, for the sheet that is printed and for programs."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery

from puntobanco.house.desk import Live
from puntobanco.house.hands import as_csv, numbers_of, replayed, shoe_of
from puntobanco.house.log import TABLE
from puntobanco.house.roles import Question, may_ask
from puntobanco.table.refusals import Code
from puntobanco.web.answers import error
from puntobanco.web.context import Context
from puntobanco.web.sessions import caller_of

AnyRequest = Request[Any, Any, Any]
Plain = dict[str, Any]


def _found(request: AnyRequest, table: str, number: int | None) -> Plain | Response[Any]:
    """Give a shoe that everybody may see, or any other to those who may read the log."""
    context: Context = request.app.state.context
    live = context.desk.tables.get(table)
    if live is None or live.state.setup is None:
        return error(Code.NO_SUCH_TABLE.value, 404, table=table)
    shoe = shoe_of(live.state, live.records, number)
    if shoe is None and number is not None and _reads_log(request, table):
        shoe = context.desk.store.read(lambda tx: replayed(tx, TABLE + table, number))
    if shoe is None:
        return error("not-found", 404, table=table, shoe=number)
    return _heading(live) | shoe


def _heading(live: Live) -> Plain:
    game = live.state.game
    return {
        "table": game.table,
        "name": game.name,
        "shoes": numbers_of(live.state, live.records),
    }


def _reads_log(request: AnyRequest, table: str) -> bool:
    context: Context = request.app.state.context
    caller = caller_of(context.people, request)
    return caller is not None and may_ask(caller.role, Question.EVENTS) and caller.serves(table)


@get("/api/table/{table:str}/shoe.json", sync_to_thread=True)
def shoe_json(
    request: AnyRequest, table: FromPath[str], shoe: FromQuery[int | None] = None
) -> Response[Any]:
    """Give a shoe with its hands, its tally and its roads; the newest one if none is named."""
    found = _found(request, table, shoe)
    return found if isinstance(found, Response) else Response(found)


@get("/api/table/{table:str}/shoe.csv", sync_to_thread=True)
def shoe_csv(
    request: AnyRequest, table: FromPath[str], shoe: FromQuery[int | None] = None
) -> Response[Any]:
    """Give the hands of a shoe as rows of a table."""
    found = _found(request, table, shoe)
    if isinstance(found, Response):
        return found
    name = f"table-{found['table']}-shoe-{found['shoe']}.csv"
    return Response(
        as_csv(found),
        media_type="text/csv",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


handlers: Final = [shoe_json, shoe_csv]
