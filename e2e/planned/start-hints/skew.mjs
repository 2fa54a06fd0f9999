// The field is of kube-apiserver: a kubelet of any supported release runs beside it.
export const matrix = { apiserver: '1.36..1.38', kubelet: 'n-3..n' }

export default async function startHints(_cluster, { assert, client }) {
  const container = { name: 'c', image: 'nginx', startHints: [{ phase: 'Run' }] }
  const body = { metadata: { name: 'skewed' }, spec: { containers: [container] } }
  const { spec } = await client.create('/api/v1/namespaces/default/pods', body)
  const { priority } = spec.containers[0].startHints[0]
  assert.equal(priority, 'Normal')
  return priority
}
