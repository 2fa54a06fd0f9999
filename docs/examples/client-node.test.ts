import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { test } from 'kepsim/vitest'
import { expect } from 'vitest'

test('any client works', async ({ cluster }) => {
  const config = new KubeConfig()
  config.loadFromFile(cluster.kubeconfigPath)
  const { items } = await config.makeApiClient(CoreV1Api).listNode()
  expect(items.map((node) => node.status?.nodeInfo?.kubeletVersion)).toEqual(['v1.36.3'])
})
