import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import { createMemoryStorage } from '../../storage/memory.ts'
import type { RequestContext, ServerContext } from '../generic/strategy.ts'
import { serviceRules } from './strategy.ts'

const { strategy } = serviceRules

function serverOf(
  minor: number,
  on: Record<string, boolean> = {},
  serviceCIDRs = ['10.0.0.0/24'],
): ServerContext {
  return {
    release: loadRelease(`1.${minor}`),
    gates: gatesOf(`1.${minor}`, on),
    clock: new FakeClock(),
    random: seededRandom(1),
    storage: createMemoryStorage({ writtenBy: `1.${minor}` }),
    metrics: new RecordedRegistry(minor),
    serviceCIDRs,
    nodePortRange: { from: 30000, to: 32767 },
  } as ServerContext
}

const contextOf = (server: ServerContext, dryRun = false): RequestContext => ({
  server,
  user: { name: 'u', groups: [] },
  group: '',
  version: 'v1',
  resource: 'services',
  subresource: '',
  namespace: 'ns',
  name: 'a',
  dryRun,
})

function service(server: ServerContext, spec: Record<string, unknown>, name = 'a'): KubeObject {
  const object = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'ns', resourceVersion: '1' },
    spec,
  } as KubeObject
  strategy.setDefaults!(object, server)
  return object
}

/** Allocates, validates and stores, as the generic store does. */
async function create(
  server: ServerContext,
  spec: Record<string, unknown>,
  name = 'a',
  dryRun = false,
): Promise<KubeObject> {
  const ctx = contextOf(server, dryRun)
  const object = service(server, spec, name)
  const transaction = await strategy.beginCreate!(ctx, object)
  strategy.prepareForCreate!(ctx, object)
  expect(strategy.validate!(ctx, object).map(errorText)).toEqual([])
  if (!dryRun) await server.storage.create(`/registry/services/specs/ns/${name}`, object)
  await transaction.commit()
  return object
}
const specOf = (object: KubeObject) => object['spec'] as Record<string, unknown>
const refused = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (e: unknown) => e,
  )
  return error instanceof StatusError ? error.message : String(error)
}

describe('cluster IPs', () => {
  const ports = [{ port: 80 }]

  it('come from the range and are not given twice', async () => {
    const server = serverOf(30)
    const spec = specOf(await create(server, { ports }))
    expect(spec).toMatchObject({
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      clusterIPs: [spec['clusterIP']],
    })
    expect(await refused(create(server, { clusterIP: spec['clusterIP'], ports }, 'b'))).toContain(
      'provided IP is already allocated',
    )
  })

  it('are free again when the service is gone', async () => {
    const server = serverOf(30)
    const object = await create(server, { clusterIP: '10.0.0.9', ports })
    const record = await server.storage.get('/registry/services/specs/ns/a')
    await server.storage.delete(record!.key, record!.modRevision)
    await strategy.afterDelete!(contextOf(server), object)
    expect(specOf(await create(server, { clusterIP: '10.0.0.9', ports }, 'b'))['clusterIP']).toBe('10.0.0.9')
  })

  it('have an IPAddress of their own with many ranges', async () => {
    const server = serverOf(36, { MultiCIDRServiceAllocator: true })
    await create(server, { clusterIP: '10.0.0.9', ports })
    const record = await server.storage.get('/registry/ipaddresses/10.0.0.9')
    expect(record!.object['spec']).toEqual({
      parentRef: { resource: 'services', namespace: 'ns', name: 'a' },
    })
    expect(await refused(create(server, { clusterIP: '10.0.0.255', ports }, 'b'))).toBe(
      'Service "b" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.255"]: failed to allocate IP 10.0.0.255: the provided network does not match the current range',
    )
  })

  it('of a dry run are the address of the network, and nothing is taken', async () => {
    const server = serverOf(30)
    expect(specOf(await create(server, { ports }, 'a', true))['clusterIP']).toBe('10.0.0.0')
    expect(await server.storage.get('/registry/services/specs/ns/a')).toBeUndefined()
  })

  it('follow the families', async () => {
    const server = serverOf(30, {}, ['10.0.0.0/24', 'fd00:10::/112'])
    const spec = specOf(
      await create(server, { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6', 'IPv4'], ports }),
    )
    expect(spec['clusterIP']).toMatch(/^fd00:10::/)
    expect((spec['clusterIPs'] as string[])[1]).toMatch(/^10\.0\.0\./)
    expect(await refused(create(serverOf(30), { ipFamilyPolicy: 'RequireDualStack', ports }))).toContain(
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    )
  })
})

describe('node ports', () => {
  it('are shared by TCP and UDP of one port', async () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'UDP' },
      { name: 'b', port: 53 },
    ]
    const made = specOf(await create(serverOf(36), { type: 'NodePort', ports }))['ports'] as {
      nodePort: number
    }[]
    expect(made[0]!.nodePort).toBe(made[1]!.nodePort)
    expect(made[0]!.nodePort).toBeGreaterThanOrEqual(30000)
  })

  it('must be in the range and free', async () => {
    const server = serverOf(36)
    const spec = (nodePort: number) => ({ type: 'NodePort', ports: [{ port: 80, nodePort }] })
    expect(await refused(create(server, spec(1)))).toBe(
      'Service "a" is invalid: spec.ports[0].nodePort: Invalid value: 1: provided port is not in the valid range. The range of valid ports is 30000-32767',
    )
    await create(server, spec(30080))
    expect(await refused(create(server, spec(30080), 'b'))).toContain('provided port is already allocated')
  })

  it('go with a change of type', async () => {
    const server = serverOf(36)
    const old = await create(server, { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] })
    const next = service(server, { ...structuredClone(specOf(old)), type: 'ClusterIP' })
    const transaction = await strategy.beginUpdate!(contextOf(server), next, old)
    strategy.prepareForUpdate!(contextOf(server), next, old)
    await transaction.commit()
    expect(specOf(next)).not.toHaveProperty('externalTrafficPolicy')
    expect((specOf(next)['ports'] as object[])[0]).not.toHaveProperty('nodePort')
    expect(strategy.validateUpdate!(contextOf(server), next, old)).toEqual([])
  })
})

describe('validation by release', () => {
  const errors = (server: ServerContext, spec: Record<string, unknown>) =>
    strategy.validate!(contextOf(server), service(server, spec)).map(errorText)

  it('refused the port of the kubelet until 1.32', () => {
    const spec = { type: 'LoadBalancer', ports: [{ port: 10250 }] }
    const text =
      'spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet'
    expect(errors(serverOf(32), spec)).toEqual([text])
    expect(errors(serverOf(33), spec)).toEqual([])
  })

  it('keeps a loose address that is stored, but takes no new one with strict validation', () => {
    const server = serverOf(36, { StrictIPCIDRValidation: true })
    const spec = { externalIPs: ['010.1.1.1'], ports: [{ port: 80 }], ipFamilies: ['IPv4'] }
    expect(errors(server, structuredClone(spec))).toEqual([
      'spec.externalIPs[0]: Invalid value: "010.1.1.1": must not have leading 0s',
    ])
    const [next, old] = [service(server, structuredClone(spec)), service(server, structuredClone(spec))]
    expect(strategy.validateUpdate!(contextOf(server), next, old)).toEqual([])
  })

  it('warns of external IPs from 1.36 on', () => {
    const spec = { externalIPs: ['1.2.3.4'], ports: [{ port: 80 }] }
    const warnings = (server: ServerContext) =>
      strategy.warningsOnCreate!(contextOf(server), service(server, spec))
    expect(warnings(serverOf(35))).toEqual([])
    expect(warnings(serverOf(36))).toEqual([
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ])
  })
})
