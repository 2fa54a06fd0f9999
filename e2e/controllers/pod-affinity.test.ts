// The texts are those of pkg/scheduler/framework/plugins/interpodaffinity/filtering.go.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, startControlPlane, type TestControlPlane } from './control-plane.ts'

const pods = `${defaultNamespace}/pods`
const node = (name: string, zone: string) => ({
  metadata: { name, labels: { zone, host: name } },
  status: {
    conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: 'x' }],
    allocatable: { cpu: '2', pods: '110' },
  },
})
const term = (app: string, topologyKey: string, more = {}) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [
    { labelSelector: { matchLabels: { app } }, topologyKey, ...more },
  ],
})
const pod = (name: string, app: string, affinity = {}) => ({
  metadata: { name, labels: { app } },
  spec: { affinity, containers: [{ name: 'c', image: 'c' }] },
})

const placeOf = async (plane: TestControlPlane, name: string): Promise<string | undefined> => {
  const found = await plane.client.get<
    KubeObject & { spec: { nodeName?: string }; status: { conditions?: { message?: string }[] } }
  >(`${pods}/${name}`)
  return found.spec.nodeName ?? found.status.conditions?.[0]?.message?.split('. no new')[0]
}

const none = '0/3 nodes are available: '

it('keeps pods apart that are not to be near one another, and brings those together that are', async () => {
  const plane = await startControlPlane('1.36')
  const { client } = plane
  for (const [name, zone] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const)
    await client.create('/api/v1/nodes', node(name, zone))
  const placed = async (body: ReturnType<typeof pod>, where: unknown) => {
    await client.create(pods, body)
    await plane.until(() => placeOf(plane, body.metadata.name), where)
  }
  const spread = { podAntiAffinity: term('db', 'zone') }
  await placed(pod('db-0', 'db', spread), 'a1')
  await placed(pod('db-1', 'db', spread), 'b1')
  await placed(pod('db-2', 'db', spread), `${none}3 node(s) didn't match pod anti-affinity rules`)
  // Nothing in its own spec keeps it away: those that run do.
  await placed(pod('other', 'db'), `${none}3 node(s) didn't satisfy existing pods anti-affinity rules`)
  await placed(pod('web', 'web', { podAffinity: term('db', 'host') }), expect.stringMatching(/^(?:a|b)1$/))
  await placed(
    pod('lone', 'lone', { podAffinity: term('nobody', 'host') }),
    `${none}3 node(s) didn't match pod affinity rules`,
  )
  await placed(pod('nobody', 'nobody'), 'a2')
  await plane.until(() => placeOf(plane, 'lone'), 'a2')
  // The first of its kind has nobody to be near.
  await placed(pod('self', 'self', { podAffinity: term('self', 'zone') }), expect.any(String))
  await plane.until(async () => (await placeOf(plane, 'self'))?.length, 2)
  await client.delete(`${pods}/db-1`, { gracePeriodSeconds: 0 })
  await plane.until(
    async () => [await placeOf(plane, 'db-2'), await placeOf(plane, 'other')].includes('b1'),
    true,
  )
})

it('asks for the namespaces that a term names', async () => {
  const plane = await startControlPlane('1.36')
  const { client } = plane
  await client.create('/api/v1/nodes', node('a1', 'a'))
  await client.create('/api/v1/namespaces', { metadata: { name: 'far', labels: { team: 'x' } } })
  await client.create('/api/v1/namespaces/far/pods', pod('there', 'db'))
  const near = (more: object) => ({ podAffinity: term('db', 'zone', more) })
  const refused = "0/1 nodes are available: 1 node(s) didn't match pod affinity rules"
  for (const [name, more, where] of [
    ['own', {}, refused],
    ['named', { namespaces: ['far'] }, 'a1'],
    ['selected', { namespaceSelector: { matchLabels: { team: 'x' } } }, 'a1'],
    ['all', { namespaceSelector: {} }, 'a1'],
    ['others', { namespaceSelector: { matchLabels: { team: 'y' } } }, refused],
  ] as const) {
    await client.create(pods, pod(name, 'web', near(more)))
    await plane.until(() => placeOf(plane, name), where)
  }
})
