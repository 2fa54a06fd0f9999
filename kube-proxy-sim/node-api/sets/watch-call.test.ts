import type { ClientDuplexStream } from '@grpc/grpc-js'
import type { MessageTypeDefinition } from '@grpc/proto-loader'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServedState, serveState } from '../testing/serve-state.ts'
import type { OpItem, WatchReq } from './messages.ts'

let served: ServedState
beforeEach(async () => {
  served = await serveState()
})
afterEach(() => served.close())

type Watch = ClientDuplexStream<WatchReq, OpItem>

function watch(): Watch {
  const { path, requestSerialize, responseDeserialize } = served.api.watch
  const stream = served.connect().makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
  // Calls that are open at the end of a test are broken off.
  stream.on('error', () => {})
  return stream
}

/** Says that the client is ready and reads up to Sync. */
function ask(stream: Watch): Promise<OpItem[]> {
  const ops: OpItem[] = []
  return new Promise((resolve) => {
    const take = (op: OpItem): void => {
      if (op.Sync === undefined) return void ops.push(op)
      stream.off('data', take)
      resolve(ops)
    }
    stream.on('data', take)
    stream.write({ NodeName: '' })
  })
}

const shown = (ops: readonly OpItem[]): string[] =>
  ops.map(({ Set: put, Delete: gone }) => (put ? `set ${put.Ref.Path}` : `delete ${gone?.Path}`))

const decode = (name: string, op: OpItem | undefined): object =>
  (served.api.all[name] as MessageTypeDefinition<object, object>).deserialize(op!.Set!.Bytes)

const pod = (n: number) => ({ ip: `10.1.0.${n}`, pod: `pod-${n}`, nodeName: 'here' })

describe('Sets.Watch', () => {
  it('waits for the first state, then sends services before their endpoints', async () => {
    const stream = watch()
    const first = ask(stream)
    while (served.state.waiters === 0) await new Promise(setImmediate)
    served.publish({ web: [pod(1), pod(2)], idle: [] })
    expect(shown(await first)).toEqual(['set ns/idle', 'set ns/web', 'set ns/web/pod-1', 'set ns/web/pod-2'])
  })

  it('sends what changed, each time that it is asked', async () => {
    served.publish({ web: [pod(1), pod(2)], old: [pod(3)], same: [pod(4)] })
    const stream = watch()
    expect(await ask(stream)).toHaveLength(7)
    // Two revisions that the client was not ready for are one difference.
    served.publish({ web: [pod(1), { ...pod(2), nodeName: 'there' }], new: [] })
    served.publish({ web: [{ ...pod(2), nodeName: 'there' }, pod(5)], old: undefined })
    expect(shown(await ask(stream))).toEqual([
      'set ns/new',
      'set ns/web/pod-2',
      'set ns/web/pod-5',
      'delete ns/web/pod-1',
      'delete ns/old/pod-3',
      'delete ns/old',
    ])
    const waiting = ask(stream)
    served.publish({ new: undefined })
    expect(shown(await waiting)).toEqual(['delete ns/new'])
  })

  it('names an endpoint without a pod by its hash: the old one goes before the new one comes', async () => {
    served.publish({ web: [{ ip: '10.1.0.1' }] })
    const stream = watch()
    const [, first] = await ask(stream)
    const { Path } = first!.Set!.Ref
    expect(Path).toMatch(/^ns\/web\/[0-9a-f]{16}$/)
    served.publish({ web: [{ ip: '10.1.0.2' }, pod(3)] })
    const [gone, named, anonymous] = await ask(stream)
    expect(gone).toEqual({ Delete: { Set: 'EndpointsSet', Path } })
    expect(named?.Set?.Ref.Path).toBe('ns/web/pod-3')
    expect(decode('localv1.Endpoint', anonymous)).toMatchObject({ IPs: { V4: ['10.1.0.2'] }, Local: false })
  })

  it('has the values of localv1, with both families of a pod in one endpoint', async () => {
    served.publish({ web: [pod(1), { ...pod(1), ip: 'fd01::1' }] })
    const stream = watch()
    const [service, endpoint, ...rest] = await ask(stream)
    expect(rest).toEqual([])
    expect(service?.Set?.Ref).toEqual({ Set: 'ServicesSet', Path: 'ns/web' })
    expect(decode('localv1.Service', service)).toEqual({
      Namespace: 'ns',
      Name: 'web',
      Type: 'ClusterIP',
      IPs: {
        ClusterIPs: { V4: ['10.0.0.1'], V6: ['fd00::1'] },
        ExternalIPs: { V4: [], V6: [] },
        Headless: false,
        LoadBalancerIPs: { V4: [], V6: [] },
      },
      MapIP: false,
      Ports: [{ Name: 'http', Protocol: 'TCP', Port: 80, NodePort: 0, TargetPort: 0, TargetPortName: 'web' }],
      ExternalTrafficToLocal: false,
      IPFilters: [],
      InternalTrafficToLocal: false,
      HealthCheckNodePort: 0,
    })
    expect(decode('localv1.Endpoint', endpoint)).toEqual({
      Hostname: '',
      IPs: { V4: ['10.1.0.1'], V6: ['fd01::1'] },
      Local: true,
      PortOverrides: [{ Name: 'http', Port: 8080 }],
      Scopes: { Internal: true, External: false },
    })
  })

  it('ends when the client has asked for the last time', async () => {
    served.publish({ web: [] })
    const stream = watch()
    const ops: OpItem[] = []
    stream.on('data', (op: OpItem) => ops.push(op))
    const status = new Promise((resolve) => stream.on('status', resolve))
    stream.write({ NodeName: 'here' })
    stream.end()
    expect(await status).toMatchObject({ code: 0 })
    expect(shown(ops.slice(0, -1))).toEqual(['set ns/web'])
    expect(ops.at(-1)).toEqual({ Sync: {} })
  })

  it('refuses to be asked for another node', async () => {
    const stream = watch()
    const error = new Promise((resolve) => stream.on('error', resolve))
    stream.resume()
    stream.write({ NodeName: 'there' })
    expect(await error).toMatchObject({
      code: 3,
      details: 'this is the API of node "here", not of "there"',
    })
  })

  it('tells its clients that the server stops', async () => {
    served.publish({})
    const stream = watch()
    await ask(stream)
    const error = new Promise((resolve) => stream.on('error', resolve))
    await served.close()
    expect(await error).toMatchObject({ code: 14, details: 'the server is shutting down' })
  })
})
