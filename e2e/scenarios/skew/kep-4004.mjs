// KEP-4004 over releases: what a node says as its kubeProxyVersion follows the gate at the kubelet's own release,
// whatever the apiserver's is.
const gate = 'DisableNodeKubeProxyVersion'

export const matrix = {
  apiserver: '1.29..1.36',
  kubelet: 'n-3..n',
  gates: [`kubelet:${gate}=true,false,unset`],
}

export const watch = ['Node node-1 status.nodeInfo.kubeProxyVersion']

const setting = (cell) => cell.gates.find((setting) => setting.gate === gate)?.value
const minor = (release) => Number(release.split('.')[1])

/** Kubelets know the gate since 1.29, and from 1.36 on cannot be told to keep the field. */
export function refusal(cell) {
  if (minor(cell.kubelet) < 29 && setting(cell) !== undefined) return `unrecognized feature gate: ${gate}`
  if (minor(cell.kubelet) >= 36 && setting(cell) === false)
    return `cannot set feature gate ${gate} to false, feature is locked to true`
}

export default async function kubeProxyVersion(_cluster, { assert, cell, client, node }) {
  const { kubeletVersion, kubeProxyVersion } = (await client.get(`/api/v1/nodes/${node}`)).status.nodeInfo
  const disabled = setting(cell) ?? minor(cell.kubelet) >= 33
  assert.equal(kubeProxyVersion, disabled ? '' : kubeletVersion)
  return kubeProxyVersion === '' ? 'empty' : kubeProxyVersion
}
