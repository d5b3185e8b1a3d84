"""The application: routes, strict bodies, security headers, one shape of error."""

from __future__ import annotations

import logging
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.exceptions import ClientException, HTTPException
from litestar.types import Message, Scope

from puntobanco.web.context import Context
from puntobanco.web.messages import DEPTH_MAX, FRAME_MAX, check_plain
from puntobanco.web.openapi import CONFIG
from puntobanco.web.routes import (
    account,
    accounts,
    audit,
    cage,
    floor,
    lab,
    lobby,
    offers,
    own,
    pages,
    shoes,
    sign_in,
    table,
    tables,
    terms,
    tickets,
    tokens,
    tracking,
)
from puntobanco.web.routes.pages import AnyRequest, page

BODY_MAX: Final = 65_536
_LOG: Final = logging.getLogger(__name__)
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TLS_HEADERS: Final = {"strict-transport-security": "max-age=31536000"}


@cache
def _decoder(annotation: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(annotation)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is decoded strictly: no text for a number, no other media type."""

    async def json(self) -> Any:
        """Decode the body to the type that the handler names."""
        if self.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise HTTPException(status_code=415, detail="send application/json")
        field = self.route_handler.parsed_data_field
        if field is None:
            raise ClientException("this address takes no body")
        try:
            body = await self.body()
            most = self.route_handler.opt
            fault = check_plain(body, most.get("depth", DEPTH_MAX))
            if len(body) > most.get("size", FRAME_MAX):
                raise HTTPException(status_code=413, detail="the body is too long")
            if fault is not None:
                raise ClientException(fault)
            return _decoder(field.annotation).decode(body)
        except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
            raise ClientException(str(error)) from None


def _error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    if error.status_code == HTTPStatus.NOT_FOUND and _reads_pages(request):
        return page(request, "not-found", HTTPStatus.NOT_FOUND)
    codes = {400: "malformed", 404: "not-found", 405: "not-allowed", 413: "too-large"}
    ours = error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    code = codes.get(error.status_code, "fault" if ours else "malformed")
    params = {} if ours else {"detail": error.detail}
    body = {"error": {"code": code, "params": params}}
    return Response(body, status_code=error.status_code)


def _reads_pages(request: AnyRequest) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _fault(request: AnyRequest, fault: Exception) -> Response[dict[str, Any]]:
    _LOG.error("%s failed", request.url.path, exc_info=fault)
    return Response({"error": {"code": "fault", "params": {}}}, status_code=500)


async def _headers(message: Message, scope: Scope) -> None:
    """Put the headers on every answer, those of errors included."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        over_tls = TLS_HEADERS if scope.get("scheme") == "https" else {}
        for name, value in (HEADERS | over_tls).items():
            headers.setdefault(name, value)


def create_app(context: Context) -> Litestar:
    """Make the application of a house."""
    return Litestar(
        route_handlers=[
            handler
            for module in (
                pages,
                sign_in,
                account,
                accounts,
                lobby,
                lab,
                offers,
                table,
                tables,
                terms,
                own,
                tracking,
                shoes,
                cage,
                floor,
                audit,
                tokens,
                tickets,
            )
            for handler in module.handlers
        ],
        state=State({"context": context}),
        request_class=StrictRequest,
        request_max_body_size=BODY_MAX,
        before_send=[_headers],
        exception_handlers={HTTPException: _error, Exception: _fault},
        openapi_config=CONFIG,
        logging_config=None,
        on_shutdown=[context.close],
    )
