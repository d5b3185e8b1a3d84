"""The wire between browsers and a house: a test cuts it at any moment, and mends it."""

import asyncio
import socket
import struct
from threading import Event, Thread
from typing import Final

from tests.browser.serving import House

COMMAND: Final = 60  # bytes; a ping is shorter, and so is the end of a line
AT_ONCE: Final = struct.pack("ii", 1, 0)  # the socket ends with a reset, as a cut line does
WAIT: Final = 20
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """A port of the loopback behind which a house is, as long as nobody cuts it.

    What is cut the pages are told of, the house is not: its ends of the lines stay open.
    """

    def __init__(self, house: House) -> None:
        """Lay it."""
        self._house = house
        self.loses_what_is_said = False
        self.loses_answers = False
        self.lost_answer = b""  # the newest one, to be told where a test fails
        self._is_cut = False
        self._said, self._answered = Event(), Event()
        self._pages: set[asyncio.StreamWriter] = set()
        self._houses: set[asyncio.StreamWriter] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._do(asyncio.start_server(self._join, sock=self._listener))

    @property
    def end(self) -> House:
        """The house as a browser at this end of the wire knows it."""
        return House(self._house.file, (), port=self.port)

    def lose_what_is_said(self) -> None:
        """Let nothing through to the house from now on."""
        self._said.clear()
        self.loses_what_is_said = True

    def has_lost_words(self) -> bool:
        """Whether a page has said something that was lost."""
        return self._said.is_set()

    def lose_answers(self) -> None:
        """Let nothing through from the house from now on."""
        self._answered.clear()
        self.loses_answers = True

    def has_lost_an_answer(self) -> bool:
        """Whether the house has answered something that was lost."""
        return self._answered.is_set()

    def cut(self) -> None:
        """End every line at once, and let nobody begin another one."""
        self._do(self._cut())

    def mend(self) -> None:
        """Let everything through again; what was lost stays lost."""
        self.loses_what_is_said = self.loses_answers = self._is_cut = False

    def take_down(self) -> None:
        """End it for good."""
        self._do(self._take_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT)

    async def _cut(self) -> None:
        self._is_cut = True
        pages, self._pages = self._pages, set()
        for page in pages:
            _reset(page)

    async def _take_down(self) -> None:
        await self._cut()
        self._listener.close()
        for house in self._houses:
            house.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, page: asyncio.StreamWriter) -> None:
        if self._is_cut:
            _reset(page)
            return
        try:
            answers, house = await asyncio.open_connection("127.0.0.1", self._house.port)
        except OSError:
            _reset(page)
            return
        self._pages.add(page)
        self._houses.add(house)
        saying = asyncio.create_task(self._carry(reader, house, is_said=True))
        await self._carry(answers, page, is_said=False)
        # The house has ended it, so it ends; whether a cut has ended it the house never hears.
        if page in self._pages:
            self._pages.discard(page)
            page.transport.abort()
        saying.cancel()
        house.transport.abort()
        self._houses.discard(house)

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_said: bool
    ) -> None:
        while data := await _read(source):
            if self.loses_what_is_said if is_said else self.loses_answers:
                if len(data) > COMMAND:
                    (self._said if is_said else self._answered).set()
                    self.lost_answer = self.lost_answer if is_said else data[-200:]
            elif not sink.transport.is_closing():
                sink.write(data)
        if is_said and not self._is_cut and not sink.transport.is_closing():
            sink.write_eof()


async def _read(source: asyncio.StreamReader) -> bytes:
    try:
        return await source.read(65_536)
    except OSError:
        return b""


def _reset(page: asyncio.StreamWriter) -> None:
    page.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    page.transport.abort()
