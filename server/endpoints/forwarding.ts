// Upstream: apiserver/pkg/util/proxy (NewRequestForProxy), client-go/transport/round_trippers.go (SetAuthProxyHeaders)
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { ApiCall } from './api-call.ts'
import type { UserInfo } from './authentication/user-info.ts'

/** Headers of one connection, and of who asked: the other server is told of the user in others. */
const ownHeaders = new Set([
  'authorization',
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const isOfUser = (name: string): boolean => /^(?:x-remote-(?:user|uid|group$|extra-)|impersonate-)/.test(name)

/** The headers that name the user to another server. @param tellsUID whether they tell the UID */
export function remoteUserHeaders(
  { name, uid = '', groups, extra = {} }: UserInfo,
  tellsUID: boolean,
): OutgoingHttpHeaders {
  const extras = Object.entries(extra).map(([key, values]) => [
    `X-Remote-Extra-${encodeURIComponent(key)}`,
    [...values],
  ])
  return {
    'X-Remote-User': name,
    ...(uid !== '' && tellsUID ? { 'X-Remote-Uid': uid } : {}),
    ...(groups.length === 0 ? {} : { 'X-Remote-Group': [...groups] }),
    ...Object.fromEntries(extras),
  }
}

/** The headers of a request that another server answers for the same user. */
export function forwardedHeaders({ req, res, user }: ApiCall, tellsUID: boolean): OutgoingHttpHeaders {
  const kept = Object.entries(req.headersDistinct).filter(
    ([name]) => !ownHeaders.has(name) && !isOfUser(name),
  )
  const from = [req.headers['x-forwarded-for'] ?? [], req.socket.remoteAddress ?? []].flat().join(', ')
  return {
    ...Object.fromEntries(kept.map(([name, values]) => [name, values])),
    ...(from === '' ? {} : { 'x-forwarded-for': from }),
    'audit-id': String(res.getHeader('Audit-Id') ?? ''),
    ...remoteUserHeaders(user, tellsUID),
  }
}

/** Answers with what another server has answered. */
export function sendBack({ res }: ApiCall, answer: IncomingMessage): void {
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (!ownHeaders.has(name)) res.setHeader(name, [...alreadySaid(res, name), ...values])
  res.writeHead(answer.statusCode ?? 502)
  res.flushHeaders()
  answer.once('error', () => res.destroy())
  answer.pipe(res)
}

/** What both servers say of a request is in the answer twice, as upstream's proxy adds headers. */
const alreadySaid = (res: ApiCall['res'], name: string): string[] =>
  name === 'date' ? [] : [res.getHeader(name) ?? []].flat().map(String)
