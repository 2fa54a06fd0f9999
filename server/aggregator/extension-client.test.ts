import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { ExtensionClient } from './extension-client.ts'
import type { ExtensionResolver } from './extension-resolver.ts'

it('ends a request whose server never answers the handshake as soon as its caller goes', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const place = { host: '127.0.0.1', port, plain: false }
  const resolver = { resolve: async () => place, shownHost: async () => 'a.ns.svc:443' } as object
  const client = new ExtensionClient(resolver as ExtensionResolver, undefined, new FakeClock())
  const service = { service: { namespace: 'ns', name: 'a', port: 443 }, ca: '', skipsVerification: true }
  const asked = (signal: AbortSignal) =>
    client.send(service as never, { method: 'GET', path: '/', headers: {}, signal })
  const caller = new AbortController()
  const failed = expect(asked(caller.signal)).rejects.toThrow('context canceled')
  const [socket] = (await once(silent, 'connection')) as [Socket]
  caller.abort()
  await failed
  const late = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  await expect(asked(late)).rejects.toThrow('context deadline exceeded')
  socket.destroy()
  client.close()
  silent.close()
})
