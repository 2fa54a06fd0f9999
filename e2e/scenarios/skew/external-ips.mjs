// AllowServiceExternalIPs over releases: what is programmed follows the gate of kube-proxy; kube-apiserver keeps the field
// whatever its own gate says.
const gate = 'AllowServiceExternalIPs'

export const matrix = {
  apiserver: '1.35..1.36',
  kubeProxy: 'n-1..n',
  gates: [`kube-apiserver:${gate}=false,unset`, `kube-proxy:${gate}=false,unset`],
}

const setting = (cell, component) =>
  cell.gates.find((setting) => setting.gate === gate && setting.component === component)?.value

/** Before 1.36 no component has the gate. */
export function refusal(cell) {
  const releases = { 'kube-apiserver': cell.apiserver, 'kube-proxy': cell.kubeProxy }
  for (const [component, release] of Object.entries(releases))
    if (release !== '1.36' && setting(cell, component) === false) return `unrecognized feature gate: ${gate}`
}

export default async function externalIPs(_cluster, { assert, cell, client, eventually, rules }) {
  const { spec } = await client.create('/api/v1/namespaces/default/services', {
    metadata: { name: 'web' },
    spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.10'] },
  })
  assert.deepEqual(spec.externalIPs, ['192.0.2.10'])
  const text = await eventually(
    async () => rules()?.iptablesSave ?? '',
    (shown) => shown.includes(`-d ${spec.clusterIP}/32`),
  )
  const programmed = text.includes('-d 192.0.2.10/32')
  assert.equal(programmed, setting(cell, 'kube-proxy') !== false)
  return programmed ? 'programmed' : 'left out'
}
