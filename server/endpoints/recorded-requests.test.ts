// What a real kube-apiserver of 1.36.3 answered to requests in unusual forms, one after the other, with `flags`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, testToken } from '../testing/test-server.ts'

interface Ask {
  readonly method: string
  readonly path: string
  readonly accept?: string
  readonly body?: object
  readonly code: number
  readonly type: string
  /** Of a Status; a revision is `N`. */
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** Of what is no Status. */
  readonly kind?: string
  readonly rows?: unknown
  /** Of what a dry run answers; empty: none. */
  readonly resourceVersion?: string
  readonly warning?: string
}
const { release, flags, asks }: { release: string; flags: string[]; asks: Ask[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded-requests.json'), 'utf8'),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(release, ...flags)
})
afterAll(() => server.close())

const told = (body: Record<string, unknown> | undefined, ask: Ask): Partial<Ask> => {
  if (body === undefined) return {}
  const { kind, message, details, rows, metadata } = body as {
    kind: string
    message: string
    details?: { retryAfterSeconds?: number }
    rows?: unknown
    metadata?: { resourceVersion?: string }
  }
  if (kind === 'Status')
    return {
      message: message.replace(/current: \d+/, 'current: N'),
      ...(details?.retryAfterSeconds && { retryAfterSeconds: details.retryAfterSeconds }),
    }
  return {
    kind,
    ...(kind === 'Table' && { rows }),
    ...(ask.resourceVersion !== undefined && { resourceVersion: metadata?.resourceVersion ?? '' }),
  }
}

it.each(asks.map((ask) => [`${ask.method} ${ask.path} ${ask.accept ?? ''}`, ask] as const))(
  '%s',
  async (_, ask) => {
    const { method, path, accept = 'application/json', body: sent } = ask
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json', accept },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const text = await response.text()
    const body = text.startsWith('{') ? JSON.parse(text) : undefined
    const warning = response.headers.get('warning')
    expect({
      method,
      path,
      ...(ask.accept && { accept }),
      ...(sent && { body: sent }),
      code: response.status,
      type: response.headers.get('content-type') ?? '',
      ...told(body, ask),
      ...(warning && { warning }),
    }).toEqual(ask)
  },
)
