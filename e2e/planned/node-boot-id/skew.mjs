// The kubelet decides alone, by its release and its gates.
const gate = 'DisableNodeBootID'

export const matrix = { apiserver: '1.37', kubelet: 'n-1..n', gates: [`kubelet:${gate}=unset,false`] }

const off = (cell) => cell.gates.some((setting) => setting.gate === gate && setting.value === false)
const hasGate = (cell) => Number(cell.kubelet.split('.')[1]) >= 37

/** Kubelets before the plan's first release do not know the gate. */
export function refusal(cell) {
  if (!hasGate(cell) && off(cell)) return `unrecognized feature gate: ${gate}`
}

export default async function bootID(_cluster, { assert, cell, client, node }) {
  const { nodeInfo } = (await client.get(`/api/v1/nodes/${node}`)).status
  assert.equal(nodeInfo.bootID === '', hasGate(cell) && !off(cell))
  return nodeInfo.bootID === '' ? 'empty' : 'reported'
}
