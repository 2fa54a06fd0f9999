// The gate is off in 1.37, and on in 1.38.
export const matrix = { apiserver: '1.37..1.38', kubelet: 'n' }
export default async function claim(_cluster, { assert, client, cell }) {
  const body = {
    metadata: { name: 'c' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, retention: 'Erase' },
  }
  const { spec } = await client.create('/api/v1/namespaces/default/persistentvolumeclaims', body)
  assert.equal(spec.retention, cell.apiserver === '1.37' ? undefined : 'Erase')
  return spec.retention ?? 'dropped'
}
