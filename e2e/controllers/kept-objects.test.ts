// What controllers put right when somebody changes it, or when its reason is gone.
import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane } from './control-plane.ts'

const caMap = `${defaultNamespace}/configmaps/kube-root-ca.crt`

it('publishes the CA again where it was changed or deleted', async () => {
  const { client, until } = await startControlPlane('1.36')
  const data = async () =>
    ((await client.get(caMap).catch(() => undefined))?.['data'] ?? {}) as Record<string, string>
  await until(async () => Object.keys(await data()), ['ca.crt'])
  const published = await data()
  await client.update(caMap, { ...(await client.get(caMap)), data: { 'ca.crt': '' } })
  await until(data, published)
  await client.delete(caMap)
  await until(data, published)
})

it('mirrors the endpoints that a user writes', async () => {
  const { client, until } = await startControlPlane('1.36')
  const slices = async () => {
    const { items } = await client.get<{ items?: KubeObject[] }>(
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io/service-name=own',
    )
    return (items ?? []).map(({ addressType, endpoints, ports }) => ({
      addressType,
      addresses: (endpoints as { addresses: string[] }[]).flatMap(({ addresses }) => addresses),
      ports: (ports as { port: number }[]).map(({ port }) => port),
    }))
  }
  await client.create(`${defaultNamespace}/services`, {
    metadata: { name: 'own' },
    spec: { ports: [{ port: 80 }] },
  })
  const subsets = (...ips: string[]) => [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 80 }] }]
  await client.create(`${defaultNamespace}/endpoints`, {
    metadata: { name: 'own' },
    subsets: subsets('10.1.2.3'),
  })
  await until(slices, [{ addressType: 'IPv4', addresses: ['10.1.2.3'], ports: [80] }])
  await client.patch(`${defaultNamespace}/endpoints/own`, { subsets: subsets('10.1.2.4') })
  await until(slices, [{ addressType: 'IPv4', addresses: ['10.1.2.4'], ports: [80] }])
  await client.delete(`${defaultNamespace}/endpoints/own`)
  await until(slices, [])
})

it('deletes pods whose node is gone, and deleted ones that were never bound', async () => {
  const { client, until, names, clock } = await startControlPlane('1.36')
  const pods = `${defaultNamespace}/pods`
  const create = (name: string, nodeName?: string) =>
    client.create(pods, {
      metadata: { name },
      spec: { nodeName, containers: [{ name: 'main', image: 'nginx' }] },
    })
  await client.create('/api/v1/nodes', { metadata: { name: 'n1' } })
  await create('lost', 'n1')
  await reportPod(client, 'lost')
  await client.delete('/api/v1/nodes/n1')
  await create('waits')
  clock.advance(30_000)
  expect(await names(pods)).toEqual(['lost', 'waits'])
  clock.advance(20_000)
  await until(() => names(pods), ['waits'])
})

it('gives a job its pod back', async () => {
  const { client, until, names } = await startControlPlane('1.36')
  const pods = `${defaultNamespace}/pods`
  await client.create('/apis/batch/v1/namespaces/default/jobs', {
    metadata: { name: 'once' },
    spec: {
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] } },
    },
  })
  await until(async () => (await names(pods)).length, 1)
  const [name] = await names(pods)
  await client.patch(
    `${pods}/${name}`,
    { metadata: { ownerReferences: null } },
    'application/merge-patch+json',
  )
  const owners = async () =>
    ((await client.get(`${pods}/${name}`)).metadata.ownerReferences ?? []).map((o) => o.name)
  await until(owners, ['once'])
})
