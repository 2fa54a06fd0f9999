// KEP-5707 over releases: a Service keeps its externalIPs, and kube-proxy its rules for them; from 1.36 on the API warns, whatever
// the releases of the node's components are.
import assert from 'node:assert/strict'
import { type Cell, defineScenario, type Matrix } from 'kepsim/scenario'

/** The releases that the scenario runs with: the kubelet's follow from kube-apiserver's. */
export const matrix: Matrix = { apiserver: '1.34..1.36', kubelet: 'n-1..n' }
/** The field whose changes over a path of releases are reported. */
export const watch = ['Service default/outside spec.externalIPs']

const address = '192.0.2.10'
const minor = ({ apiserver }: Cell): number => Number(apiserver.split('.')[1])

export default defineScenario(async (cluster, context) => {
  const { cell, client, eventually, logs, metrics, node, rules, step, warnings } = context
  const path = '/api/v1/namespaces/default/services'

  await step('make a Service', async () => {
    const spec = { externalIPs: [address], ports: [{ port: 80 }] }
    await client.create(path, { metadata: { name: 'outside' }, spec })
    const warning = 'spec.externalIPs is deprecated and may no longer be implemented in some clusters'
    assert.deepEqual(warnings(), minor(cell) >= 36 ? [warning] : [])
  })

  await step('look at its rules', async () => {
    const programmed = await eventually(
      async () => rules()?.iptablesSave ?? '',
      (text) => text.includes(address),
    )
    assert.match(programmed, /-A KUBE-EXTERNAL-SERVICES -d 192\.0\.2\.10\/32/)
  })

  await step('restart the server', async () => {
    await cluster.restart('apiserver')
    const service = await client.get(`${path}/outside`)
    assert.deepEqual((service['spec'] as { externalIPs: string[] }).externalIPs, [address])
    assert.match(await metrics(), /^apiserver_request_total\{.*resource="services"/m)
    assert.match(logs('kubelet'), new RegExp(node))
  })
  return warnings().length === 0 ? 'kept' : 'kept, with a warning'
})
