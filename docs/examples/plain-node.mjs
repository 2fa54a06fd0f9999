import assert from 'node:assert/strict'
import { startCluster } from 'kepsim'

const cluster = await startCluster({ release: '1.34' })
try {
  const node = await cluster.client().get('/api/v1/nodes/node-1')
  assert.equal(node.status.nodeInfo.kubeletVersion, 'v1.34.4')
} finally {
  await cluster.stop()
}
