"""How pages are compressed."""

import gzip
from io import BytesIO
from secrets import randbelow

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

LEVEL = 4  # Django's is 6: three times the work for pages that are a twentieth smaller
LEAST = 200  # bytes; less does not become smaller


class CompressionMiddleware(GZipMiddleware):
    """Django's own, with our level for whole answers."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        if len(response.content) < LEAST:
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            self._compress(response)
        return response

    def _compress(self, response: HttpResponse) -> None:
        compressed = _compressed(response.content, self.max_random_bytes)
        if len(compressed) >= len(response.content):
            return
        response.content = compressed
        response["Content-Length"] = str(len(compressed))
        response["Content-Encoding"] = "gzip"
        etag = response.get("ETag", "")
        if etag.startswith('"'):  # it was that of the same content uncompressed (RFC 9110, 8.8.1)
            response["ETag"] = f"W/{etag}"


def _compressed(content: bytes, most_random_bytes: int) -> bytes:
    """Compressed content whose length tells nothing, as a file name of random length stands before it (BREACH)."""
    packed = BytesIO()
    name = "a" * randbelow(most_random_bytes)
    with gzip.GzipFile(name, "wb", LEVEL, packed, mtime=0) as file:
        file.write(content)
    return packed.getvalue()
