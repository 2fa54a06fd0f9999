// Scenarios on control planes whose servers are of two releases.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createComponentRuntime, type ServersFor } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import type { Matrix } from '../../replay/skew/axes.ts'
import { cellsOf } from '../../replay/skew/matrix.ts'
import { reportTable } from '../../replay/skew/report.ts'
import { runCell } from '../../replay/skew/run-cell.ts'
import { loadScenario } from '../../replay/skew/scenario.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-mixed-'))
afterAll(() => rmSync(dir, { recursive: true }))
const facts = recordedGateFacts()
const runtime = (servers?: ServersFor) => createComponentRuntime(undefined, {}, servers)

async function results(name: string, text: string, matrix: Matrix) {
  const file = join(dir, name)
  writeFileSync(file, text)
  const scenario = await loadScenario(file)
  const cells = cellsOf(matrix, facts, true)
  return Promise.all(
    cells.map((cell) => runCell(scenario, cell, { runtime, kubectl: builtinKubectl, facts })),
  )
}

it('a module asks the servers in turn', { timeout: 120_000 }, async () => {
  const text = `export default async (cluster, { client, node, assert }) => {
  const minors = []
  for (let i = 0; i < 4; i++) minors.push((await client.get('/version')).minor)
  assert.deepEqual(cluster.states().slice(0, 2).map(({ name }) => name), ['kube-apiserver-1', 'kube-apiserver-2'])
  const { nodeInfo } = (await client.get('/api/v1/nodes/' + node)).status
  return minors.join() + ' ' + nodeInfo.kubeletVersion
}\n`
  const all = await results('turns.mjs', text, { apiserver: '1.36+1.35,1.36', kubelet: 'n' })
  expect(reportTable(all)).toEqual({
    header: ['apiserver', 'kubelet', 'result', 'outcome'],
    rows: [
      ['1.36+1.35', '1.35', 'passed', `36,35,36,35 v${facts.full('1.35')}`],
      ['1.36', '1.36', 'differs', expect.stringContaining('deep-equal')],
    ],
  })
})

const script = `# T

\`\`\`console
$ hack/local-up-cluster.sh
$ kubectl create configmap a --from-literal=k=v
configmap/a created
$ for i in 1 2 3 4; do kubectl get --raw /version | jq -r .minor; done | sort | uniq -c | tr -s ' '
 2 35
 2 36
$ kubectl get configmap a -o jsonpath='{.data.k}{"\\n"}'
v
$ kubectl get endpointslices kubernetes -o jsonpath='{.endpoints[*].addresses[*]}{"\\n"}' | wc -w
2
\`\`\`
`

it('the commands of a script go to the servers in turn', { timeout: 120_000 }, async () => {
  const [mixed, alone] = await results('script.md', script, { apiserver: '1.35+1.36,1.36', kubelet: '1.35' })
  expect([mixed!.cell.id, mixed!.status, mixed!.details]).toEqual([
    'apiserver=1.35+1.36 kubelet=1.35',
    'passed',
    undefined,
  ])
  expect([alone!.status, alone!.line]).toEqual(['differs', 8])
})

it('servers that are too far apart are not supported, but run', async () => {
  const text = `export default async (cluster) => cluster.states()[0].release\n`
  const all = await results('far.mjs', text, { apiserver: '1.33+1.36', kubelet: 'n' })
  expect(all.map(({ status, outcome }) => [status, outcome])).toEqual([
    ['unsupported', '1.33 (nothing refuses that kube-apiserver 1.33 and 1.36 are more than 1 minor apart)'],
  ])
})
