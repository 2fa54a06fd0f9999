import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const path = (version: string): string =>
  `/apis/coordination.k8s.io/${version}/namespaces/kube-system/leasecandidates`
const good = {
  leaseName: 'kube-scheduler',
  binaryVersion: '1.36.3',
  emulationVersion: '1.35.0',
  strategy: 'OldestEmulationVersion',
}

describe('LeaseCandidates', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer('1.36', '--runtime-config=coordination.k8s.io/v1beta1=true')
  })
  afterAll(() => server.close())
  const create = (name: string, spec: object) =>
    server.send('POST', path('v1beta1'), {
      apiVersion: 'coordination.k8s.io/v1beta1',
      kind: 'LeaseCandidate',
      metadata: { name },
      spec: { ...good, ...spec },
    })

  it('may have the name of a host', async () => {
    expect((await create('Host_1_6ba7b810', {})).status).toBe(201)
    const { body } = await server.send(
      'GET',
      `${path('v1beta1')}?fieldSelector=metadata.name=Host_1_6ba7b810`,
    )
    expect(body.items).toHaveLength(1)
    // Upstream's strategy has its lease as a field, yet no version lets clients name it.
    const ofLease = await server.send('GET', `${path('v1beta1')}?fieldSelector=spec.leaseName=kube-scheduler`)
    expect(ofLease.body.message).toBe(
      '"spec.leaseName" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
  })

  it.each([
    [{ leaseName: '' }, 'spec.leaseName: Required value'],
    [{ binaryVersion: '' }, 'spec.binaryVersion: Required value'],
    [
      { binaryVersion: '1.36' },
      'spec.binaryVersion: Invalid value: "1.36": must be a valid semantic version',
    ],
    [
      { binaryVersion: '1.34.0' },
      'spec.binaryVersion: Invalid value: "1.34.0": must be greater than or equal to `emulationVersion`',
    ],
    [
      { emulationVersion: '' },
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ],
    [{ strategy: '' }, 'spec.strategy: Required value'],
    [
      { strategy: 'Youngest' },
      'spec.strategy.strategy: Unsupported value: "Youngest": supported values: "OldestEmulationVersion"',
    ],
  ])('are refused with %j', async (spec, message) => {
    const { status, body } = await create('a', spec)
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)])
  })

  it('stay with their lease', async () => {
    const { body } = await create('b', {})
    body.spec.leaseName = 'another'
    const { status, text } = await server.send('PUT', `${path('v1beta1')}/b`, body)
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('spec.leaseName: Invalid value: \\"another\\": field is immutable'),
    ])
  })

  it('of 1.31 have a list of strategies, and need versions for one of them only', async () => {
    const old = await startTestServer('1.31', '--runtime-config=coordination.k8s.io/v1alpha1=true')
    const answers = []
    for (const [i, preferredStrategies] of [['example.com/own'], ['OldestEmulationVersion']].entries())
      answers.push(
        await old.send('POST', path('v1alpha1'), {
          apiVersion: 'coordination.k8s.io/v1alpha1',
          kind: 'LeaseCandidate',
          metadata: { name: `c${i}` },
          spec: { leaseName: 'x', preferredStrategies },
        }),
      )
    await old.close()
    expect(answers.map(({ status }) => status)).toEqual([201, 422])
  })
})
