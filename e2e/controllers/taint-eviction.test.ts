import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { toleratedSeconds } from '../../controllers/taint-eviction.ts'
import { defaultNamespace, startControlPlane } from './control-plane.ts'

const taint = { key: 'maintenance', value: 'soon', effect: 'NoExecute' }

describe('toleratedSeconds', () => {
  it.each([
    [[], 0],
    [[{ operator: 'Exists' }], Number.POSITIVE_INFINITY],
    [[{ key: 'maintenance', operator: 'Exists', tolerationSeconds: 30 }], 30],
    [
      [
        { key: 'maintenance', operator: 'Exists', tolerationSeconds: 30 },
        { key: 'maintenance', value: 'soon', tolerationSeconds: 10 },
      ],
      10,
    ],
    [[{ key: 'maintenance', value: 'later' }], 0],
  ])('%j: %d', (tolerations, expected) => {
    expect(toleratedSeconds(tolerations, [taint])).toBe(expected)
  })
})

it('deletes pods that do not tolerate the taints of their node, some after a while', async () => {
  const plane = await startControlPlane('1.36', '--allocate-node-cidrs', '--cluster-cidr=10.244.0.0/16')
  await plane.client.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
  const tolerations = [{ key: 'maintenance', operator: 'Exists' }]
  for (const [name, spec] of [
    ['strict', {}],
    ['patient', { tolerations: [{ ...tolerations[0], effect: 'NoExecute', tolerationSeconds: 60 }] }],
    ['stubborn', { tolerations }],
  ] as const)
    await plane.client.create(`${defaultNamespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, finalizers: ['test/hold'] },
      spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'nginx' }], ...spec },
    })
  const podCIDR = async () =>
    (await plane.client.get<{ spec: { podCIDR?: string } }>('/api/v1/nodes/n1')).spec.podCIDR
  await plane.until(podCIDR, '10.244.0.0/24')
  await plane.client.patch('/api/v1/nodes/n1', { spec: { taints: [taint] } })
  const leaving = async () => {
    const { items } = await plane.client.get<{ items?: KubeObject[] }>(`${defaultNamespace}/pods`)
    return items
      ?.filter((pod) => pod.metadata.deletionTimestamp !== undefined)
      .map((pod) => pod.metadata.name)
  }
  await plane.until(leaving, ['strict'])
  plane.clock.advance(60_000)
  await plane.until(leaving, ['patient', 'strict'])
})

it.each([
  ['1.28', '--controllers=*,-nodelifecycle', false],
  ['1.28', '--controllers=nodelifecycle,nodeipam', true],
  ['1.29', '--controllers=*,-taint-eviction-controller', false],
  ['1.29', '--controllers=*,-node-lifecycle-controller', true],
  [
    '1.33',
    '--controllers=*,-taint-eviction-controller --feature-gates=SeparateTaintEvictionController=false',
    true,
  ],
  ['1.36', '--controllers=*,-taint-eviction-controller', false],
])('in %s with %s evicts pods: %s', async (release, flags, evicts) => {
  const network = ['--allocate-node-cidrs', '--cluster-cidr=10.244.0.0/16']
  const plane = await startControlPlane(release, ...network, ...flags.split(' '))
  const addNode = async (name: string, podCIDR: string, taints: object[] = []) => {
    const spec = { taints }
    await plane.client.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name }, spec })
    const found = () => plane.client.get<{ spec: { podCIDR?: string } }>(`/api/v1/nodes/${name}`)
    await plane.until(async () => (await found()).spec.podCIDR, podCIDR)
  }
  await addNode('n1', '10.244.0.0/24', [taint])
  await plane.client.create(`${defaultNamespace}/pods`, {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', finalizers: ['test/hold'] } },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'nginx' }] },
  })
  const leaving = async () =>
    (await plane.client.get<KubeObject>(`${defaultNamespace}/pods/p`)).metadata.deletionTimestamp !==
    undefined
  if (evicts) await plane.until(leaving, true)
  // Whoever evicts has had the time that another controller took.
  else await addNode('n2', '10.244.1.0/24')
  expect(await leaving()).toBe(evicts)
})
