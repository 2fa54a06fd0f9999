import type { Server, ServerWritableStream } from '@grpc/grpc-js'
import { afterEach, describe, expect, it } from 'vitest'
import { loadNodeApi } from '../grpc.ts'
import type { NextFilter, NextItem } from '../messages.ts'
import { EndpointsClient } from './endpoints-client.ts'

type Call = ServerWritableStream<NextFilter, Partial<NextItem>>

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close()
})

/** A server of the same protocol whose answers the test writes; the handler gets the number of the call, from 1. */
async function serve(
  handler: (call: Call, n: number, server: Server) => void,
  address = '127.0.0.1:0',
): Promise<string> {
  const { grpc, next } = await loadNodeApi()
  const server = new grpc.Server()
  let calls = 0
  server.addService({ Next: { ...next } }, { Next: (call: Call) => handler(call, ++calls, server) })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  )
  closers.push(() => server.forceShutdown())
  return `127.0.0.1:${port}`
}

const item = (Name: string): Partial<NextItem> => ({ Endpoints: { Name } as never })
const filter = (InstanceID: string, Rev: string): Partial<NextItem> => ({ Next: { InstanceID, Rev } })

function connect(target: string, onError?: (error: Error) => void): EndpointsClient {
  const client = new EndpointsClient({ target, errorDelay: 1, ...(onError === undefined ? {} : { onError }) })
  closers.push(() => client.cancel())
  return client
}

describe('a client', () => {
  it('never hands out a part of a state', async () => {
    const asked: NextFilter[] = []
    const target = await serve((call, n) => {
      asked.push(call.request)
      call.write(filter('18446744073709551615', '5'))
      call.write(item('a'))
      if (n === 1) return void call.emit('error', { code: 14, details: 'killed' })
      call.write(item('b'))
      call.end()
    })
    const failures: Error[] = []
    const client = connect(target, (error) => failures.push(error))
    expect((await client.next())?.map(({ Name }) => Name)).toEqual(['a', 'b'])
    expect(failures).toHaveLength(1)
    // What broke off counts as not seen; the largest instance id is kept exactly.
    const none = { InstanceID: '0', Rev: '0' }
    expect(asked).toEqual([none, none])
    expect([client.instanceID, client.rev]).toEqual([2n ** 64n - 1n, 5n])
    await client.next()
    expect(asked[2]).toEqual({ InstanceID: '18446744073709551615', Rev: '5' })
  })

  it('never hands out what a killed server had sent of a state', async () => {
    const target = await serve((call, n, server) => {
      call.write(filter('1', '1'))
      call.write(item('old'))
      if (n === 1) setImmediate(() => server.forceShutdown())
    })
    let restarted: Promise<string> | undefined
    const client = connect(target, () => {
      restarted ??= serve((call) => {
        call.write(filter('2', '1'))
        call.write(item('new'))
        call.end()
      }, target)
    })
    expect((await client.next())?.map(({ Name }) => Name)).toEqual(['new'])
    expect(await restarted).toBe(target)
    expect(client.instanceID).toBe(2n)
  })

  it('decodes a service that has not changed once', async () => {
    const target = await serve((call, n) => {
      call.write(filter('1', String(n)))
      for (const name of ['a', `b${n}`, 'c', 'c']) call.write(item(name))
      call.end()
    })
    const client = connect(target)
    const [first, second] = [await client.next(), await client.next()]
    expect(second?.map(({ Name }) => Name)).toEqual(['a', 'b2', 'c', 'c'])
    expect(second?.map((one, i) => one === first?.[i])).toEqual([true, false, true, true])
  })

  it('tries again after an answer that does not begin with the next filter', async () => {
    const target = await serve((call, n) => {
      if (n > 1) call.write(filter('1', '1'))
      else call.write(item('a'))
      call.end()
    })
    const failures: string[] = []
    expect(await connect(target, ({ message }) => failures.push(message)).next()).toEqual([])
    expect(failures).toEqual(['the stream did not begin with the next filter'])
  })

  it('waits for a slow handler before it asks again, and ends after one state with once', async () => {
    let asked = 0
    const target = await serve((call, n) => {
      asked = n
      call.write(filter('1', String(n)))
      call.end()
    })
    const client = connect(target)
    let handled = 0
    await client.run(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      expect(asked).toBe(++handled)
      if (handled === 3) client.cancel()
    })
    expect(handled).toBe(3)
    let once = 0
    await connect(target).run(() => void once++, { once: true })
    expect(once).toBe(1)
  })

  it('leaves signals alone once it is cancelled', () => {
    const listeners = () => ['SIGTERM', 'SIGINT'].flatMap((signal) => process.rawListeners(signal))
    const others = new Set(listeners())
    const client = connect('127.0.0.1:1')
    client.cancelOnSignals()
    const own = listeners().filter((one) => !others.has(one))
    expect(own).toHaveLength(2)
    // Not by a signal, which would reach what other tests have left.
    own[0]!('SIGTERM')
    expect(listeners().filter((one) => own.includes(one))).toEqual([])
  })

  it('can be cancelled while no server is there', async () => {
    const client = connect('127.0.0.1:1', () => client.cancel())
    expect(await client.next()).toBeUndefined()
  })
})
