import { hasCondition } from 'kepsim'
import { clusterTest } from 'kepsim/vitest'
import { expect } from 'vitest'

const test = clusterTest({
  release: '1.36',
  nodes: [{ name: 'new' }, { name: 'old', kubeletRelease: '1.33', kubeProxyRelease: '1.33' }],
})

test('nodes of two releases behind one server', async ({ cluster }) => {
  const client = cluster.client()
  for (const name of ['new', 'old']) await client.waitFor(`/api/v1/nodes/${name}`, hasCondition('Ready'))

  await client.get('/api/v1/namespaces/default/endpoints/kubernetes')
  expect(client.warnings).toEqual([
    'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  ])
  expect(cluster.logs('kubelet', 'old')).toContain('kubeletVersion="v1.33.')
  expect(cluster.rules('old')?.iptablesSave).toContain('-A KUBE-SERVICES -d 10.0.0.1/32')
  expect(await cluster.metrics()).toMatch(/^apiserver_request_total\{.*resource="nodes"/m)
})
