import { clusterTest } from 'kepsim/vitest'
import { expect } from 'vitest'

const test = clusterTest({ release: '1.30' })

test('KEP-4004: kubeProxyVersion goes with the upgrade and comes back with the downgrade', async ({
  cluster,
}) => {
  const client = cluster.client()
  const reported = async () => {
    const node = await client.get<{ status: { nodeInfo: { kubeProxyVersion: string } } }>(
      '/api/v1/nodes/node-1',
    )
    return node.status.nodeInfo.kubeProxyVersion
  }
  expect(await reported()).toBe('v1.30.14')
  await cluster.upgrade({ apiserver: '1.33', kubelet: '1.33' })
  expect(await reported()).toBe('')
  await cluster.downgrade({ apiserver: '1.30', kubelet: '1.30' })
  expect(await reported()).toBe('v1.30.14')
  await cluster.setGates({ DisableNodeKubeProxyVersion: true }, { component: 'kubelet' })
  expect(await reported()).toBe('')
})
