// What nodes of older releases have to do with the field: nothing.
export const matrix = { apiserver: '1.37..1.38', kubelet: 'n-1..n' }

export default async function trafficHint(_cluster, { assert, client }) {
  const spec = { ports: [{ port: 80 }], trafficHint: 'Node' }
  const body = { metadata: { name: 'skewed' }, spec }
  const { spec: stored } = await client.create('/api/v1/namespaces/default/services', body)
  assert.equal(stored.trafficHint, 'Node')
  return stored.trafficHint
}
