// HTTP/2 requests and answers with what handlers use of those of HTTP/1.1.
import { constants, Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request over HTTP/2, with a Host header. The fields of its first line (`:path` …) are none of its distinct headers. */
export class StreamRequest extends Http2ServerRequest {
  constructor(...given: ConstructorParameters<typeof Http2ServerRequest>) {
    super(...given)
    const { headers } = this
    headers.host ??= headers[':authority']
  }
}

/** An answer over HTTP/2. */
export class StreamResponse extends Http2ServerResponse {}

/** By name in lower case: every value of a header that came several times. */
function headersDistinct(this: StreamRequest): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null)
  const { rawHeaders } = this
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (name.startsWith(':')) continue
    found[name] ??= []
    found[name].push(rawHeaders[i + 1]!)
  }
  return found
}

/** Breaks the answer off: the client sees RST_STREAM, as of a Go handler that panics. */
function destroy(this: StreamResponse): StreamResponse {
  const { stream } = this
  if (!stream.destroyed) {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    stream.destroy()
  }
  return this
}

// Declared as values by the types of node, where they are accessors or missing.
Object.defineProperties(StreamRequest.prototype, {
  headersDistinct: { get: headersDistinct },
  // The whole body has come: node says so of requests that were broken off, too.
  complete: { get: isComplete },
})
Object.defineProperties(StreamResponse.prototype, {
  destroyed: {
    get(this: StreamResponse) {
      return this.stream.destroyed
    },
  },
  writableNeedDrain: {
    get(this: StreamResponse) {
      return this.stream.writableNeedDrain
    },
  },
  destroy: { value: destroy },
})

function isComplete(this: StreamRequest): boolean {
  return this.readableEnded
}
