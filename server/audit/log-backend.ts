// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/audit/log/backend.go, pkg/audit/format.go

import { goQuote } from '../../apimachinery/field-error.ts'
import { goJSON } from '../../apimachinery/go-print/marshal.ts'
import type { AuditBackend } from './backend.ts'
import type { AuditEvent } from './event.ts'

/** Takes lines as they come. Throws where they cannot be written. */
export interface LineWriter {
  write(line: string): void
  close(): void
}

/** One line for each event, as JSON or in the format `legacy`. */
export const logBackend = (out: LineWriter, format: string, log: (text: string) => void): AuditBackend => ({
  process(events) {
    try {
      for (const event of events) out.write(`${format === 'legacy' ? legacyText(event) : goJSON(event)}\n`)
      return true
    } catch (error) {
      log(`Error in audit plugin 'log' affecting ${events.length} audit events: ${(error as Error).message}`)
      return false
    }
  },
  async close() {
    out.close()
  },
})

const quoted = (list: readonly string[]): string => list.map((one) => goQuote(one)).join(',')

function legacyText(event: AuditEvent): string {
  const { user, impersonatedUser: as, objectRef, responseStatus } = event
  const [name = '', groups = []] = [user.username, user.groups]
  const fields = {
    id: event.auditID,
    stage: event.stage,
    ip: event.sourceIPs?.[0] ?? '<unknown>',
    method: event.verb,
    user: name === '' ? '<none>' : name,
    groups: name === '' || groups.length === 0 ? '<none>' : quoted(groups),
    as: as?.username ?? '<self>',
    asgroups: as?.groups === undefined ? '<lookup>' : quoted(as.groups),
    'user-agent': event.userAgent ?? '',
    namespace: objectRef?.namespace || '<none>',
    uri: event.requestURI,
  }
  const texts = Object.entries(fields).map(([key, value]) => `${key}=${goQuote(value)}`)
  const time = event.requestReceivedTimestamp.replace(/\.?0+Z$/, 'Z')
  return `${time} AUDIT: ${texts.join(' ')} response="${responseStatus?.code ?? '<deferred>'}"`
}
