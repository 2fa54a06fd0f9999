import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ClientReadableStream, StatusObject } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NextFilter, NextItem } from './messages.ts'
import type { StateItem } from './node-state.ts'
import { type ServedState, serveState } from './testing/serve-state.ts'

let served: ServedState
beforeEach(async () => {
  served = await serveState()
})
afterEach(() => served.close())

const nothing: NextFilter = { InstanceID: '0', Rev: '0' }

function call(known: NextFilter = nothing, options?: object): ClientReadableStream<NextItem> {
  const { path, requestSerialize, responseDeserialize } = served.api.next
  const client = served.connect(options)
  return client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, known)
}

async function read(stream: ClientReadableStream<NextItem>): Promise<NextItem[]> {
  const items: NextItem[] = []
  for await (const item of stream) items.push(item as NextItem)
  return items
}

const statusOf = (stream: ClientReadableStream<NextItem>): Promise<StatusObject> =>
  new Promise((resolve) => {
    stream.on('error', () => {})
    stream.on('status', resolve)
    stream.resume()
  })

/** Resolves when that many calls wait at the server. */
async function waiters(count: number): Promise<void> {
  while (served.state.waiters !== count) await new Promise(setImmediate)
}

/** Items of 64 KiB that count how often one was taken to be sent. */
function bigItems(count: number): { items: Map<string, StateItem>; sent: () => number } {
  let sent = 0
  const one = (i: number): StateItem => {
    const bytes = served.api.encodeItem({ Endpoints: { Name: String(i).padEnd(64 * 1024) } as never })
    const sets = () => ({ service: bytes, endpoints: new Map() })
    return {
      get bytes() {
        sent++
        return bytes
      },
      sets,
    }
  }
  const keys = Array.from({ length: count }, (_, i) => String(i).padStart(4, '0'))
  return { items: new Map(keys.map((key, i) => [key, one(i)])), sent: () => sent }
}

describe('Endpoints.Next', () => {
  it('gives the next filter, then every service, then ends', async () => {
    const before = read(call())
    await waiters(1)
    served.publish({ b: [{ ip: '10.1.0.1' }], a: [] })
    const [first, ...rest] = await before
    expect(first).toEqual({ Next: { InstanceID: '7', Rev: '1' }, Endpoints: null })
    expect(rest.map(({ Next, Endpoints }) => [Next, Endpoints?.Name])).toEqual([
      [null, 'a'],
      [null, 'b'],
    ])
  })

  it.each([
    ['nothing', nothing],
    ['another instance', { InstanceID: '18446744073709551615', Rev: '1' }],
    ['an older revision', { InstanceID: '7', Rev: '0' }],
  ])('answers at once who knows %s', async (_, known) => {
    served.publish({ a: [] })
    expect(await read(call(known))).toHaveLength(2)
  })

  it('lets who knows the current revision wait for the next one', async () => {
    served.publish({ a: [] })
    const waiting = read(call({ InstanceID: '7', Rev: '1' }))
    await waiters(1)
    served.publish({ a: undefined })
    expect(await waiting).toEqual([{ Next: { InstanceID: '7', Rev: '2' }, Endpoints: null }])
  })

  it('forgets a call that was cancelled', async () => {
    const cancelled = call()
    const status = statusOf(cancelled)
    await waiters(1)
    cancelled.cancel()
    expect((await status).code).toBe(1)
    await waiters(0)
  })

  it('takes no more of a state than a slow client has room for, and holds nobody up for it', async () => {
    const { items, sent } = bigItems(200)
    served.state.publish(items)
    const slow = call()
    await once(slow, 'readable')
    const quick = call()
    expect(await read(quick)).toHaveLength(201)
    expect(sent()).toBeLessThan(200 + 50)
    // The next state is there before the slow one has read on: it gets the one that it began with, then the newest.
    served.state.publish(new Map([['0000', undefined]]))
    served.state.publish(new Map([['0001', undefined]]))
    const [first, ...rest] = await read(slow)
    expect([first?.Next?.Rev, rest.length]).toEqual(['1', 200])
    const [then, ...newest] = await read(call(first!.Next!))
    expect([then?.Next?.Rev, newest.length]).toEqual(['3', 198])
  })

  it('tells its clients that it stops', async () => {
    const all = Array.from({ length: 20 }, () => statusOf(call()))
    await waiters(20)
    await served.close()
    for (const { code, details } of await Promise.all(all))
      expect([code, details]).toEqual([14, 'the server is shutting down'])
  })
})

describe('server reflection', () => {
  it('lists both forms', async () => {
    const { loadSync } = await import('@grpc/proto-loader')
    const folder = dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'))
    const all = loadSync(join(folder, 'build/proto/grpc/reflection/v1/reflection.proto'), { defaults: true })
    const service = all['grpc.reflection.v1.ServerReflection'] as unknown as {
      ServerReflectionInfo: typeof served.api.watch
    }
    const { path, requestSerialize, responseDeserialize } = service.ServerReflectionInfo
    const stream = served.connect().makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
    stream.write({ listServices: '*' } as never)
    const [answer] = (await once(stream, 'data')) as [
      { listServicesResponse: { service: { name: string }[] } },
    ]
    stream.end()
    expect(answer.listServicesResponse.service.map(({ name }) => name).sort()).toEqual([
      'localnetv1.Endpoints',
      'localv1.Sets',
    ])
  })
})
