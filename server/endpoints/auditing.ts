// How a call is audited. Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/{audit,authn_audit}.go
import { type Auditing, auditUser } from '../audit/auditing.ts'
import { sourceIPs } from '../audit/source-ips.ts'
import type { ApiCall } from './api-call.ts'
import type { UserInfo } from './authentication/user-info.ts'
import { requestAttributes } from './authorization/attributes.ts'
import { isLongRunning } from './flowcontrol/max-in-flight.ts'

/** Begins to audit a call whose user is known; false where its first event cannot be kept and has to be. */
export async function auditCall(auditing: Auditing, call: ApiCall): Promise<boolean> {
  const context = contextOf(auditing, call, call.user)
  if (context === undefined) return true
  call.audit = context
  const received = context.stage('RequestReceived')
  if (!(received instanceof Promise ? await received : received)) return false
  endWith(call, 'ResponseComplete', isLongRunning(call.info))
  return true
}

/** Audits a call that nobody is known to have made: it has one event, when it is answered. */
export function auditUnauthenticated(auditing: Auditing, call: ApiCall): void {
  call.audit = contextOf(auditing, call, undefined)
  if (call.audit !== undefined) endWith(call, 'ResponseStarted', false)
}

/** Notes whom a request impersonates. */
export function auditImpersonation({ audit }: ApiCall, user: UserInfo): void {
  if (audit?.tells('Metadata') === true) audit.event.impersonatedUser = auditUser(user)
}

function contextOf(auditing: Auditing, { req, res, info }: ApiCall, user: UserInfo | undefined) {
  const attributes = requestAttributes(user ?? { name: '', groups: [] }, info)
  return auditing.contextOf({
    auditID: String(res.getHeader('Audit-Id') ?? ''),
    uri: req.url,
    userAgent: req.headers['user-agent'] ?? '',
    sourceIPs: sourceIPs(req.headers, req.socket.remoteAddress),
    user,
    attributes,
  })
}

/** The last event goes out before the end of the answer does, so that whoever has read the one finds the other. */
function endWith(call: ApiCall, stage: 'ResponseComplete' | 'ResponseStarted', longRunning: boolean): void {
  const { res, audit } = call
  let answering = false
  const begin = (): void => {
    if (answering) return
    answering = true
    audit?.answering(res.statusCode, longRunning)
  }
  call.onAnswer = begin
  const end = res.end.bind(res) as (...given: unknown[]) => typeof res
  res.end = ((...given: unknown[]) => {
    begin()
    audit?.complete(stage)
    return end(...given)
  }) as typeof res.end
  res.once('close', () => {
    if (res.headersSent) begin()
    audit?.complete(stage)
  })
}
