// Upstream: staging/src/k8s.io/apiserver/plugin/pkg/audit/webhook/webhook.go, pkg/util/webhook/webhook.go (WithExponentialBackoff)

import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { goJSON } from '../../apimachinery/go-print/marshal.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { AuditBackend } from './backend.ts'
import type { AuditEvent } from './event.ts'

/** The server of an audit webhook, from its kubeconfig. */
export interface WebhookTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** CA, client certificate and key (PEM). */
  readonly tls: Pick<
    import('node:https').RequestOptions,
    'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'servername'
  >
}

/** Attempts, and how much longer each waits than the one before. */
const [attempts, factor] = [5, 1.5]
const requestTimeout = 30_000

/** Posts events as an EventList; tries again where that fails. */
export function webhookBackend(
  target: WebhookTarget,
  { initialBackoff, clock, log }: { initialBackoff: number; clock: Clock; log: (text: string) => void },
): AuditBackend {
  let closed = false
  return {
    async process(events) {
      const body = Buffer.from(`${goJSON(listOf(events))}\n`)
      let [wait, error] = [initialBackoff, new Error('not sent')]
      for (let attempt = 0; attempt < attempts && (attempt === 0 || !closed); attempt++) {
        if (attempt > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, wait))
        if (attempt > 0) wait *= factor
        const failed = await post(target, body).then(
          () => undefined,
          (reason: Error) => reason,
        )
        if (failed === undefined) return true
        error = failed
      }
      log(`Error in audit plugin 'webhook' affecting ${events.length} audit events: ${error.message}`)
      return false
    },
    async close() {
      closed = true
    },
  }
}

const listOf = (events: readonly AuditEvent[]): object => ({
  kind: 'EventList',
  apiVersion: 'audit.k8s.io/v1',
  metadata: {},
  items: events.map(({ kind: _, apiVersion: __, ...event }) => event),
})

function post({ url, headers, tls }: WebhookTarget, body: Buffer): Promise<void> {
  const secure = url.startsWith('https:')
  const options: RequestOptions = {
    method: 'POST',
    timeout: requestTimeout,
    headers: {
      Accept: 'application/json, */*',
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'User-Agent': 'kube-apiserver-admission',
      ...headers,
    },
  }
  return new Promise((resolve, reject) => {
    const sent = secure ? httpsRequest(url, { ...options, ...tls }) : httpRequest(url, options)
    sent.once('response', (answer) => {
      answer.resume()
      const { statusCode = 0 } = answer
      if (statusCode >= 200 && statusCode < 300) resolve()
      else reject(new Error(`the server answered with status ${statusCode}`))
    })
    sent.once('timeout', () => sent.destroy(new Error('context deadline exceeded')))
    sent.once('error', reject)
    sent.end(body)
  })
}
