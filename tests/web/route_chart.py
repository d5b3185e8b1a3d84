"""Which address answers whom, as one chart; an address that it lacks fails the test."""

from typing import Any, Final

from puntobanco.house.roles import Role
from tests.table.playing import TABLE

ID: Final = "0" * 32
NOBODY: Final = "nobody"
COLUMNS: Final = (
    NOBODY,
    *(role.value for role in Role if role is not Role.HOUSE),
)
# . refused | + answered | t answered, but not about another table than one's own
# a answered, but to nobody who serves one table alone
ROUTES: Final[dict[str, str]] = {
    #                                          nobody patron dealer supervisor cashier auditor admin
    "GET /":                                     "+    +    +    +    +    +    +",
    "GET /table/{table}":                        "+    +    +    +    +    +    +",
    "GET /table/{table}/board":                  "+    +    +    +    +    +    +",
    "GET /table/{table}/shoe":                   "+    +    +    +    +    +    +",
    "GET /table/{table}/dealer":                 ".    .    t    t    .    .    .",
    "GET /floor":                                ".    .    .    +    .    +    +",
    "GET /cage":                                 ".    .    .    .    +    .    .",
    "GET /audit":                                ".    .    .    .    .    +    .",
    "GET /accounts":                             ".    .    .    .    .    .    +",
    "GET /account":                              "+    +    +    +    +    +    +",
    "GET /enter/{token}":                        "+    +    +    +    +    +    +",
    "GET /sign-in":                              "+    +    +    +    +    +    +",
    "GET /lab":                                  "+    +    +    +    +    +    +",
    "GET /static/{version}/{path}":              "+    +    +    +    +    +    +",
    "GET /favicon.ico":                          "+    +    +    +    +    +    +",
    "GET /healthz":                              "+    +    +    +    +    +    +",
    "GET /schema":                               "+    +    +    +    +    +    +",
    "GET /schema/openapi.json":                  "+    +    +    +    +    +    +",
    "GET /schema/{path}":                        "+    +    +    +    +    +    +",
    "WS /ws/lobby":                              "+    +    +    +    +    +    +",
    "WS /ws/table/{table}":                      "+    +    t    t    t    t    t",
    "WS /ws/floor":                              ".    .    .    +    .    +    +",
    "POST /api/enter":                           "+    +    +    +    +    +    +",
    "POST /api/sign-in":                         "+    +    +    +    +    +    +",
    "POST /api/sign-out":                        "+    +    +    +    +    +    +",
    "POST /api/guest":                           "+    +    +    +    +    +    +",
    "POST /api/ticket":                          "+    +    +    +    +    +    +",
    "GET /api/lobby":                            "+    +    +    +    +    +    +",
    "GET /api/account":                          ".    +    +    +    +    +    +",
    "POST /api/account/password":                ".    +    +    +    +    +    +",
    "POST /api/account/second-factor":           ".    +    +    +    +    +    +",
    "POST /api/account/second-factor/confirm":   ".    +    +    +    +    +    +",
    "GET /api/accounts":                         ".    .    .    .    .    .    +",
    "POST /api/accounts":                        ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/duties":         ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/agree":          ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/withdraw":       ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/bar":            ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/end":            ".    .    .    .    .    .    +",
    "POST /api/accounts/{actor}/invite":         ".    .    .    .    .    .    +",
    "DELETE /api/accounts/{actor}":              ".    .    .    .    .    .    +",
    "POST /api/patrons/{patron}/account":        ".    .    .    .    +    .    .",
    "GET /api/lab":                              "+    +    +    +    +    +    +",
    "GET /api/lab/shipped/{sheet}":              "+    +    +    +    +    +    +",
    "POST /api/lab/odds":                        "+    +    +    +    +    +    +",
    "POST /api/lab/report":                      "+    +    +    +    +    +    +",
    "POST /api/lab/sheets":                      ".    +    +    +    +    +    +",
    "GET /api/lab/sheets/{sheet}":               ".    +    +    +    +    +    +",
    "DELETE /api/lab/sheets/{sheet}":            ".    +    +    +    +    +    +",
    "POST /api/lab/sheets/{sheet}/offer":        ".    .    +    +    .    .    +",
    "GET /api/tables":                           ".    +    +    +    +    +    +",
    "POST /api/tables":                          ".    .    .    +    .    .    .",
    "GET /api/table/{table}":                    ".    +    t    t    t    t    t",
    "GET /api/table/{table}/events":             ".    .    t    t    .    t    .",
    "GET /api/table/{table}/fairness":           ".    +    t    t    .    t    .",
    "POST /api/table/{table}/commands":          ".    .    t    t    .    .    .",
    "POST /api/table/{table}/terms":             ".    .    .    t    .    .    t",
    "GET /api/table/{table}/hands":              ".    +    .    .    .    .    .",
    "GET /api/table/{table}/outlook":            ".    +    .    .    .    .    .",
    "GET /api/table/{table}/game":               "+    +    +    +    +    +    +",
    "GET /api/table/{table}/shoe.json":          "+    +    +    +    +    +    +",
    "GET /api/table/{table}/shoe.csv":           "+    +    +    +    +    +    +",
    "POST /api/table/{table}/pin":               ".    .    t    t    .    t    .",
    "PUT /api/table/{table}/pin":                ".    .    .    t    .    .    .",
    "POST /api/table/{table}/preview":           ".    .    t    t    .    .    .",
    "GET /api/limits":                           ".    +    .    .    .    .    .",
    "PUT /api/limits":                           ".    +    .    .    .    .    .",
    "POST /api/reminder":                        ".    +    .    .    .    .    .",
    "POST /api/exclusion":                       ".    +    .    .    .    .    .",
    "GET /api/cage":                             ".    .    .    .    +    .    .",
    "POST /api/cage":                            ".    .    .    .    +    .    .",
    "GET /api/patrons":                          ".    .    +    +    +    +    .",
    "POST /api/patrons":                         ".    .    .    .    +    .    .",
    "POST /api/drop":                            ".    .    .    .    +    .    .",
    "GET /api/floor":                            ".    .    .    +    .    +    +",
    "POST /api/floor/alerts/clear":              ".    .    .    +    .    .    .",
    "POST /api/floor/large-win":                 ".    .    .    +    .    .    .",
    "POST /api/floor/late-gain":                 ".    .    .    +    .    .    .",
    "GET /api/floor/sheets":                     ".    .    .    +    .    +    +",
    "POST /api/floor/sheets/{number}/take-up":   ".    .    .    +    .    .    .",
    "POST /api/floor/sheets/{number}/put-away":  ".    .    .    +    .    .    .",
    "GET /api/floor/shifts":                     ".    .    .    +    .    +    +",
    "GET /api/floor/catalogue":                  ".    .    .    +    .    +    +",
    "GET /api/audit":                            ".    .    .    .    .    +    .",
    "GET /api/audit/log":                        ".    .    .    .    .    +    .",
    "GET /api/audit/table/{table}/rounds/{number}": ". .    .    .    .    a    .",
    "GET /api/audit/verification":               ".    .    .    .    .    +    .",
    "POST /api/audit/verification":              ".    .    .    .    .    +    .",
    "GET /api/audit/files/{name}":               ".    .    .    .    .    +    .",
    "GET /api/tokens":                           ".    .    .    .    .    .    +",
    "POST /api/tokens":                          ".    .    .    .    .    .    +",
    "DELETE /api/tokens/{token}":                ".    .    .    .    .    .    +",
}  # fmt: skip
# What stands in the place of a name in braces.
NAMES: Final = {
    "table": TABLE,
    "actor": "zoe",
    "patron": "zoe",
    "token": "none",
    "sheet": "deq-ez",
    "number": "1",
    "version": "0",
    "path": "css/base.css",
    "name": "log.jsonl",
}
# What is sent, where something is; it need not make sense, but must be read.
BODIES: Final[dict[str, Any]] = {
    "POST /api/enter": {"link": "none"},
    "POST /api/sign-in": {"name": "x", "password": "x"},
    "POST /api/guest": {},
    "POST /api/account/password": {"fresh": "x"},
    "POST /api/account/second-factor": {},
    "POST /api/account/second-factor/confirm": {"code": "000000"},
    "POST /api/accounts": {"name": "x"},
    "POST /api/accounts/{actor}/duties": {"duties": ""},
    "POST /api/patrons/{patron}/account": {"name": "x"},
    "POST /api/lab/odds": {"text": ""},
    "POST /api/lab/report": {"text": ""},
    "POST /api/lab/sheets": {"text": ""},
    "POST /api/tables": {
        "id": ID, "table": "t9", "name": "x", "sheet": "deq-ez",
        "mains": {"min": 500, "max": 50_000}, "sides": {"min": 100, "max": 1_000},
    },
    "POST /api/table/{table}/commands": {"id": ID, "type": "set-message", "text": "x"},
    "POST /api/table/{table}/terms": {"id": ID, "reason": "x", "back_line": 1},
    "POST /api/table/{table}/pin": {"pin": "0000"},
    "PUT /api/table/{table}/pin": {"pin": "0000"},
    "POST /api/table/{table}/preview": {
        "id": ID, "type": "propose", "reason": "x", "matter": {"matter": "void-round"},
    },
    "PUT /api/limits": {},
    "POST /api/exclusion": {"days": 1},
    "POST /api/cage": {"id": ID, "patron": "zoe", "direction": "in", "amount": 1},
    "POST /api/patrons": {"id": ID, "name": "x"},
    "POST /api/drop": {"id": ID, "table": TABLE, "box": "1", "counted": 0},
    "POST /api/floor/alerts/clear": {"numbers": [1]},
    "POST /api/floor/large-win": {"amount": 1_000},
    "POST /api/floor/late-gain": {"amount": 100},
    "POST /api/tokens": {"role": "auditor"},
}  # fmt: skip
QUERIES: Final = {"GET /api/table/{table}/outlook": {"cover": 1_000}}


def mark(route: str, who: str) -> str:
    """What the chart says of a cell."""
    return ROUTES[route].split()[COLUMNS.index(who)]


def address(route: str) -> str:
    """A route with something in the place of each name."""
    return route.partition(" ")[2].format_map(NAMES)
