// Puts the paths that are no resources into the server's chain.
import { goJSONBytes } from '../../../apimachinery/go-print/marshal.ts'
import type { JsonObject } from '../../../apimachinery/json.ts'
import { onceOf } from '../../../component-base/once-of.ts'
import { formOf } from '../api-call.ts'
import type { AppExtension } from '../app.ts'
import { isPretty, mediaTypesOf, notAcceptable } from '../negotiation.ts'
import { sendData, sendFixed } from '../respond.ts'
import type { EndpointAnswer } from './endpoint-answer.ts'
import type { NonResourcePaths } from './non-resource-paths.ts'

/** Answers every request that names no resource. @param scraped awaited before metrics are shown */
export function pathsExtension(paths: NonResourcePaths, scraped: () => Promise<void>): AppExtension {
  const answer = (call: Call): boolean => {
    const { req, query, info } = call
    const found = paths.answer({ method: req.method, path: info.path, query, headers: req.headers })
    for (const [name, value] of Object.entries(found.headers ?? {})) call.res.setHeader(name, value)
    if (found.object === undefined) sendPlain(call, found)
    else sendObject(call, found)
    return true
  }
  return (call) => {
    if (call.info.isResourceRequest) return false
    return call.info.path === '/metrics' ? scraped().then(() => answer(call)) : answer(call)
  }
}

type Call = Parameters<AppExtension>[0]

/** Metrics are compressed whatever their size. Upstream: promhttp.HandlerFor */
const gzips = (call: Call, { gzip = false }: EndpointAnswer): boolean =>
  gzip &&
  /(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/.test(
    String(call.req.headers['accept-encoding'] ?? ''),
  )

function sendPlain(call: Call, answer: EndpointAnswer): void {
  if (answer.status === 304 || answer.contentType === '') {
    call.res.writeHead(answer.status).end(answer.body)
    return
  }
  const type = answer.contentType ?? 'text/plain; charset=utf-8'
  if (type.startsWith('text/plain') && answer.sniffable !== true)
    call.res.setHeader('X-Content-Type-Options', 'nosniff')
  sendFixed(call, answer.status, type, answer.body ?? '', {
    gzip: gzips(call, answer),
    chunked: answer.chunked === true,
  })
}

/** The JSON of objects that are answered again: every client begins with discovery. */
const jsonOf = onceOf((object: JsonObject) => goJSONBytes(object))

function sendObject(call: Call, answer: EndpointAnswer): void {
  const { object = {}, lasting = false, contentTypeSuffix, mediaType, cbor = false } = answer
  call.cbor = cbor
  const form =
    mediaType === undefined
      ? formOf(call)
      : {
          mediaType,
          pretty: isPretty({
            userAgent: call.req.headers['user-agent'],
            pretty: call.query.get('pretty') ?? undefined,
          }),
        }
  if (form === undefined) throw notAcceptable(mediaTypesOf(cbor))
  const isKept = lasting && form.mediaType === 'application/json' && !form.pretty
  sendData(call, answer.status, form, () => object, isKept ? { json: jsonOf(object) } : {}, contentTypeSuffix)
}
