import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import type { Matrix } from '../../replay/skew/axes.ts'
import { skewJunit } from '../../replay/skew/junit.ts'
import { cellsOf } from '../../replay/skew/matrix.ts'
import { githubAnnotations } from '../../replay/skew/report.ts'
import { runCell } from '../../replay/skew/run-cell.ts'
import { loadScenario } from '../../replay/skew/scenario.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-skew-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
const facts = recordedGateFacts()
const parts = { runtime: () => createComponentRuntime(), kubectl: builtinKubectl, facts }

function write(name: string, text: string): string {
  const file = join(dir, name)
  writeFileSync(file, text)
  return file
}
async function results(file: string, matrix: Matrix) {
  const scenario = await loadScenario(file)
  const cells = cellsOf(matrix, facts, true)
  return Promise.all(cells.map((cell) => runCell(scenario, cell, parts)))
}

describe('a module', () => {
  it('is run with a cluster of the cell, and answers with the outcome', async () => {
    const file = write(
      'versions.mjs',
      `export default async (cluster, { client, node, logs, metrics, assert }) => {
  const { body, warnings } = await client.exchange({ method: 'GET', path: '/api/v1/nodes/' + node })
  assert.deepEqual(warnings, [])
  assert.match(await metrics(), /apiserver_request_total/)
  assert.match(logs('kubelet'), /\\n/)
  return cluster.release + ' ' + body.status.nodeInfo.kubeletVersion
}\n`,
    )
    const all = await results(file, { apiserver: '1.34', kubelet: '1.33' })
    expect(all.map((r) => [r.status, r.outcome, r.details])).toEqual([['passed', '1.34 v1.33.13', undefined]])
  })

  it('that does not hold fails in its cell alone, with its line', async () => {
    const file = write(
      'broken.mjs',
      `export default async (cluster, { assert, cell }) => {
  if (cell.kubelet === '1.35')
    assert.equal(1, 2)
  if (cell.kubelet === '1.32') throw new Error('too old')
}\n`,
    )
    const all = await results(file, { apiserver: '1.36', kubelet: '1.32,1.35,1.36' })
    expect(all.map((r) => [r.status, r.line])).toEqual([
      ['unsupported', 4],
      ['failed', 3],
      ['passed', undefined],
    ])
    const report = { scenario: 'broken.mjs', results: all, chosen: 3, milliseconds: 1 }
    expect(githubAnnotations(report)).toMatch(
      /^::error file=broken.mjs,line=3,title=kepsim skew%3A apiserver=1.36 kubelet=1.35::Expected values.*\n$/,
    )
    expect(skewJunit(report)).toContain('tests="3" failures="1" errors="0" skipped="1"')
    expect(skewJunit(report)).toContain('<skipped message="kubelet 1.32 is older than 1.33: too old"/>')
  })

  it('may expect a refusal, which must come', async () => {
    const file = write(
      'refusal.mjs',
      `export const refusal = () => /feature is locked to true/\nexport default async () => {}\n`,
    )
    const gates = ['kubelet:DisableNodeKubeProxyVersion=false,true']
    const all = await results(file, { apiserver: '1.36', gates })
    expect(all.map((r) => [r.status, r.outcome])).toEqual([
      [
        'passed',
        'kubelet refuses: cannot set feature gate DisableNodeKubeProxyVersion to false, feature is locked to true',
      ],
      ['failed', 'starts, but should refuse: /feature is locked to true/'],
    ])
  })

  it.each([
    ['syntax.mjs', 'export default async () => {\n  const a = ;\n}\n', /syntax\.mjs:2: \w*Error: /],
    ['throws.mjs', '\nnull.x\n', /throws\.mjs:2: TypeError/],
    ['nothing.mjs', 'export const a = 1\n', /export the scenario as/],
    [
      'matrix.mjs',
      'export const matrix = { kubelets: "n" }\nexport default async () => {}\n',
      /`matrix` has texts/,
    ],
    ['open.md', '# T\n\n```sh\n$ true\n', /open\.md:3: the code block/],
    ['x.yaml', '', /a scenario is a Markdown file/],
  ])('%s is refused with its place', async (name, text, message) => {
    const error: unknown = await loadScenario(write(name, text)).catch((e: unknown) => e)
    expect((error as { located(): string }).located()).toMatch(message)
  })

  it('may be TypeScript', async () => {
    const file = join(import.meta.dirname, 'typed-scenario.ts')
    writeFileSync(file, 'export default async (): Promise<string> => "typed" satisfies string\n')
    try {
      const scenario = await loadScenario(file)
      expect(scenario.kind === 'module' && (await scenario.run(undefined as never, undefined as never))).toBe(
        'typed',
      )
    } finally {
      rmSync(file)
    }
  })
})

describe('a Markdown script', () => {
  const script = `# T

\`\`\`console
$ hack/local-up-cluster.sh
$ kubectl get node 127.0.0.1 -o jsonpath='{.status.nodeInfo.kubeletVersion}{"\\n"}'
v1.33.13
$ test "$(kubectl get --raw /version | jq -r .minor)" = "\${APISERVER_RELEASE#1.}"
\`\`\`
`
  it('runs on components of the cell', async () => {
    const all = await results(write('script.md', script), { apiserver: '1.34', kubelet: '1.32..1.33' })
    expect(all.map((r) => [r.cell.kubelet, r.status, r.line, r.details])).toEqual([
      ['1.32', 'failed', 6, expect.stringContaining('reality:  v1.32.13')],
      ['1.33', 'passed', undefined, undefined],
    ])
  })
  it('gives gates to all components, or to one', async () => {
    const file = write('gates.md', script.replace('v1.33.13', 'v1.36.3'))
    const gate = 'DisableNodeKubeProxyVersion=false'
    const outcomes = async (axis: string) =>
      (await results(file, { apiserver: '1.36', gates: [axis] })).map((r) => r.outcome)
    expect(await outcomes(gate)).toEqual(['kube-apiserver 1.36.3 refuses to start'])
    expect(await outcomes(`kubelet:${gate}`)).toEqual(['kubelet 1.36.3 refuses to start'])
  })
})
