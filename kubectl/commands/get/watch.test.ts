import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { Session } from '../../session.ts'
import { events } from './watch.ts'

it('ends quietly when --request-timeout is over', async () => {
  const waited: number[] = []
  const session = {
    requestTimeout: () => 5000,
    host: {
      setTimeout(done: () => void, ms: number) {
        waited.push(ms)
        queueMicrotask(done)
        return () => {}
      },
    },
    transport: async () => ({
      async *lines(_path: string, { signal }: { signal: AbortSignal }) {
        yield '{"type":"ADDED"}'
        if (!signal.aborted) await once(signal, 'abort')
        throw signal.reason
      },
    }),
  } as unknown as Session
  const seen: unknown[] = []
  for await (const event of events(session, '/x')) seen.push(event)
  expect([seen, waited]).toEqual([[{ type: 'ADDED' }], [5000]])
})
