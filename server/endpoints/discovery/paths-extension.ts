// Puts the paths that are no resources into the server's chain.
import { StatusError } from '../../../apimachinery/status-error.ts'
import { formOf } from '../api-call.ts'
import type { AppExtension } from '../app.ts'
import { notAcceptable } from '../negotiation.ts'
import { sendBytes, sendData } from '../respond.ts'
import { encodeYaml } from '../serializers.ts'
import type { EndpointAnswer } from './endpoint-answer.ts'
import type { NonResourcePaths } from './non-resource-paths.ts'

/** Answers every request that names no resource. */
export function pathsExtension(paths: NonResourcePaths): AppExtension {
  return (call) => {
    if (call.info.isResourceRequest) return false
    const { req, query, info } = call
    const answer = paths.answer({ method: req.method, path: info.path, query, headers: req.headers })
    for (const [name, value] of Object.entries(answer.headers ?? {})) call.res.setHeader(name, value)
    if (answer.object === undefined) sendPlain(call, answer)
    else sendObject(call, answer)
    return true
  }
}

type Call = Parameters<AppExtension>[0]

function sendPlain(call: Call, answer: EndpointAnswer): void {
  if (answer.status === 304 || answer.contentType === '') {
    call.res.writeHead(answer.status).end(answer.body)
    return
  }
  const type = answer.contentType ?? 'text/plain; charset=utf-8'
  if (type.startsWith('text/plain')) call.res.setHeader('X-Content-Type-Options', 'nosniff')
  const body = answer.body ?? ''
  sendBytes(call, answer.status, type, typeof body === 'string' ? Buffer.from(body) : body)
}

function sendObject(call: Call, answer: EndpointAnswer): void {
  const { object = {}, contentTypeSuffix: suffix } = answer
  if (suffix === undefined) {
    const form = formOf(call)
    if (form === undefined) throw notAcceptable()
    sendData(call, answer.status, form, () => object)
    return
  }
  const form = aggregatedForm(call)
  if (form === 'application/json')
    sendBytes(call, answer.status, `${form}${suffix}`, Buffer.from(`${JSON.stringify(object)}\n`))
  else sendBytes(call, answer.status, `${form}${suffix}`, Buffer.from(encodeYaml(object)))
}

/** The media type of the clause that asked for the aggregated document. */
function aggregatedForm(call: Call): 'application/json' | 'application/yaml' {
  const accept = call.req.headers.accept ?? ''
  const clause = accept.split(',').find((c) => c.includes('as=APIGroupDiscoveryList')) ?? ''
  if (clause.includes('protobuf'))
    throw new StatusError(
      406,
      'NotAcceptable',
      'only the following media types are accepted: application/json, application/yaml',
    )
  return clause.includes('application/yaml') ? 'application/yaml' : 'application/json'
}
