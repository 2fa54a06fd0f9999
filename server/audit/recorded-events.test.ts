import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type SecureServer, startSecureServer } from '../testing/secure-server.ts'
import recorded from './recorded-events.json' with { type: 'json' }

type Recorded = readonly [
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string | null>,
]

function ask({ port }: SecureServer, [method, path, body, given = {}]: Recorded): Promise<void> {
  const all: Record<string, string | null> = {
    authorization: 'Bearer admintoken',
    accept: 'application/json',
    'user-agent': 'auditor',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...given,
  }
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<
    string,
    string
  >
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers, rejectUnauthorized: false },
      (answer) => {
        answer.resume().on('end', resolve)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

const changing = new Set(
  'uid resourceVersion creationTimestamp auditID requestReceivedTimestamp stageTimestamp deletionTimestamp lastTransitionTime'.split(
    ' ',
  ),
)

function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => comparable(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, comparable(one, name)]))
  return changing.has(key) && value !== null && value !== 'mine' && value !== 'admin' ? '<volatile>' : value
}

it.each(Object.keys(recorded.events) as (keyof typeof recorded.events)[])(
  'writes the events that the real %s writes about the same requests',
  async (release) => {
    const policy = join(import.meta.dirname, 'recorded-policy.yaml')
    const flags = [`--audit-policy-file=${policy}`, '--audit-log-path=DIR/audit.log']
    const server = await startSecureServer(release, flags, { mayAudit: true })
    try {
      for (const one of recorded.requests) await ask(server, one as unknown as Recorded)
      const lines = readFileSync(join(server.dir, 'audit.log'), 'utf8').split('\n')
      const own = lines.filter((line) => line.includes('"auditor"') || line.includes('uuuuuuuu'))
      // The recording has no events of the deletion of a collection.
      const events = own.map((line) => JSON.parse(line)).filter(({ verb }) => verb !== 'deletecollection')
      expect(events.map((event) => comparable(event))).toEqual(recorded.events[release])
    } finally {
      await server.close()
    }
  },
)
