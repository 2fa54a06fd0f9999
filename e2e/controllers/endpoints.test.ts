import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { defaultNamespace, reportPod, startControlPlane } from './control-plane.ts'

it('mirrors the endpoints of a service in an object of its name', async () => {
  const plane = await startControlPlane('1.36')
  for (const name of ['ready', 'starting']) {
    await plane.client.create(`${defaultNamespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: { app: 'web' } },
      spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'nginx' }] },
    })
    const podIP = name === 'ready' ? '10.88.0.2' : '10.88.0.3'
    const status = name === 'ready' ? {} : { conditions: [{ type: 'Ready', status: 'False' }] }
    await reportPod(plane.client, name, { podIP, podIPs: [{ ip: podIP }], ...status })
  }
  await plane.client.create(`${defaultNamespace}/services`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', labels: { team: 'a' } },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
  })
  const names = () => plane.names(`${defaultNamespace}/endpoints`)
  const subsets = async () =>
    (await names()).includes('web')
      ? (await plane.client.get<KubeObject>(`${defaultNamespace}/endpoints/web`))['subsets']
      : undefined
  await plane.until(subsets, [
    {
      addresses: [expect.objectContaining({ ip: '10.88.0.2', nodeName: 'n1' })],
      notReadyAddresses: [expect.objectContaining({ ip: '10.88.0.3' })],
      ports: [{ port: 8080, protocol: 'TCP' }],
    },
  ])
  const { metadata } = await plane.client.get<KubeObject>(`${defaultNamespace}/endpoints/web`)
  expect(metadata.labels).toEqual({ team: 'a', 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' })
  await plane.client.delete(`${defaultNamespace}/services/web`)
  await plane.until(async () => (await names()).includes('web'), false)
})

it('tells of endpoints that terminate, which serve on but are not ready', async () => {
  const plane = await startControlPlane('1.34')
  await plane.client.create(`${defaultNamespace}/pods`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'leaving', labels: { app: 'web' } },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'nginx' }] },
  })
  await reportPod(plane.client, 'leaving', { podIP: '10.88.0.2', podIPs: [{ ip: '10.88.0.2' }] })
  for (const publishNotReadyAddresses of [false, true])
    await plane.client.create(`${defaultNamespace}/services`, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `web-${publishNotReadyAddresses}` },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }], publishNotReadyAddresses },
    })
  const conditions = (service: string) => async () => {
    const { items } = await plane.client.get<{ items: KubeObject[] }>(
      `/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=${encodeURIComponent(`kubernetes.io/service-name=${service}`)}`,
    )
    return items.flatMap((slice) =>
      (slice['endpoints'] as { conditions: object }[] | null)?.map((endpoint) => endpoint.conditions),
    )
  }
  const subsets = async (service: string) =>
    (await plane.client.get<KubeObject>(`${defaultNamespace}/endpoints/${service}`))['subsets']
  await plane.until(conditions('web-false'), [{ ready: true, serving: true, terminating: false }])
  await plane.client.delete(`${defaultNamespace}/pods/leaving`)
  await plane.until(conditions('web-false'), [{ ready: false, serving: true, terminating: true }])
  await plane.until(conditions('web-true'), [{ ready: true, serving: true, terminating: true }])
  await plane.until(() => subsets('web-false'), undefined)
  expect(await subsets('web-true')).toMatchObject([{ addresses: [{ ip: '10.88.0.2' }] }])
})
