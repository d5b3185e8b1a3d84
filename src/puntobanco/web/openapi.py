"""The OpenAPI page: every body as strictly as it is read, and the one shape of what failed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar, Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute

from puntobanco import __version__
from puntobanco.web.answers import Fault

REF: Final = "#/components/schemas/{name}"
FAILED: Final = {
    "description": "It failed: the code says why.",
    "content": {"application/json": {"schema": {"$ref": REF.format(name="Fault")}}},
}


class Page(JsonRenderPlugin):
    """Litestar's page of the addresses, with msgspec's own word on every record."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Write the page."""
        return msgspec.json.encode(strictly(request.app, openapi_schema))


def strictly(app: Litestar, page: dict[str, Any]) -> dict[str, Any]:
    """Give a page whose records are as msgspec reads them: bounds, tags, no other keys."""
    _, records = msgspec.json.schema_components([Fault, *_records(app)], ref_template=REF)
    paths = {
        path: {
            method: operation | {"responses": operation["responses"] | {"default": FAILED}}
            for method, operation in operations.items()
        }
        for path, operations in page["paths"].items()
    }
    components = page["components"] | {"schemas": page["components"]["schemas"] | records}
    return page | {"paths": paths, "components": components}


def _records(app: Litestar) -> list[Any]:
    """Give the types of all bodies and answers that are records."""
    found: list[Any] = []
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            body = handler.parsed_data_field
            found += [body.annotation] if body and handler.include_in_schema is not False else []
            answers = handler.parsed_return_field.inner_types
            found += [a.annotation for a in answers if a.is_subclass_of(msgspec.Struct)]
    return found


CONFIG: Final = OpenAPIConfig(
    title="puntobanco",
    version=__version__,
    render_plugins=[Page()],
    security=[{"bearer": []}],
    components=Components(
        security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer")}
    ),
)
