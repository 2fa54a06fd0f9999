// Upstream: net/http (ServeContent: checkPreconditions, parseRange)
/** A request below /openapi. */
export interface OpenapiRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The answer to a request below /openapi. */
export interface OpenapiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** The body is compressed whatever its size. */
  readonly gzip?: boolean
  /** Empty: the answer has none. */
  readonly contentType?: string
  readonly body: string | Buffer
}

/** A document with the validators (ETag, time) that conditional requests compare. */
export interface Content {
  readonly body: string | Buffer
  /** undefined: what Go sees in a text. */
  readonly contentType?: string
  /** The ETag in quotes; undefined: there is none. */
  readonly etag?: string
  /** Milliseconds since 1970. */
  readonly modified: number
  readonly headers: OpenapiAnswer['headers']
}

type Preconditions = OpenapiRequest['headers']

const text = (headers: Preconditions, name: string): string => String(headers[name] ?? '')

/** Whether a list of tags names one, or any (`*`). Weak tags do where `weak` is set. */
const names = (list: string, etag: string | undefined, weak: boolean): boolean =>
  list.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || (etag !== undefined && (tag === etag || (weak && tag === `W/${etag}`)))
  })

/** Whether a header tells a time at which the content was as it is; false where it tells none. */
const asOf = (headers: Preconditions, name: string, { modified }: Content): boolean =>
  Date.parse(text(headers, name)) >= Math.floor(modified / 1000) * 1000

function isUnchanged(headers: Preconditions, content: Content): boolean {
  const tags = text(headers, 'if-none-match')
  if (tags !== '') return names(tags, content.etag, true)
  return asOf(headers, 'if-modified-since', content)
}

/** Whether the client wants another content than this. */
function isOther(headers: Preconditions, content: Content): boolean {
  const match = text(headers, 'if-match')
  if (match !== '') return !names(match, content.etag, false)
  const since = 'if-unmodified-since'
  return !Number.isNaN(Date.parse(text(headers, since))) && !asOf(headers, since, content)
}

/** The document, a part of it, or that it is unchanged, as the request's headers ask. */
export function serveContent({ headers }: OpenapiRequest, content: Content): OpenapiAnswer {
  const { contentType = 'text/plain; charset=utf-8', etag, modified } = content
  const tagged = { ...content.headers, ...(etag === undefined ? {} : { Etag: etag }) }
  const told = { ...tagged, 'Last-Modified': new Date(modified).toUTCString() }
  if (isOther(headers, content))
    return { status: 412, headers: told, contentType: content.contentType ?? '', body: '' }
  if (isUnchanged(headers, content))
    return { status: 304, headers: etag === undefined ? told : tagged, body: '' }
  const whole = typeof content.body === 'string' ? Buffer.from(content.body) : content.body
  const range = partOf(text(headers, 'range'), whole.length)
  const ranges = { ...told, 'Accept-Ranges': 'bytes' }
  if (range === undefined) return { status: 200, headers: ranges, contentType, body: whole }
  const [from, to] = range
  return {
    status: 206,
    headers: { ...ranges, 'Content-Range': `bytes ${from}-${to}/${whole.length}` },
    contentType,
    body: whole.subarray(from, to + 1),
  }
}

/** First and last byte of the one range that is asked for; undefined: all of it. */
function partOf(range: string, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to ? [from, to] : undefined
}
