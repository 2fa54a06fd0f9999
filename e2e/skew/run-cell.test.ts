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
import { githubAnnotations, skewExitCode, summaryLine } from '../../replay/skew/report.ts'
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

  it('asserts on objects, warnings, logs, metrics and rules, in steps', async () => {
    const file = write(
      'five.mjs',
      `export const watch = ['Service default/web spec.type']
export default async (cluster, { assert, client, eventually, logs, metrics, rules, step, warnings }) => {
  const spec = { externalIPs: ['192.0.2.10'], ports: [{ port: 80 }] }
  const made = await step('make it', () =>
    client.create('/api/v1/namespaces/default/services', { metadata: { name: 'web' }, spec }))
  assert.equal(made.spec.type, 'ClusterIP')
  assert.match(warnings().join(), /externalIPs is deprecated/)
  assert.match(logs('kubelet'), /node-1/)
  assert.match(await metrics(), /apiserver_request_total/)
  await eventually(async () => rules().iptablesSave, (text) => text.includes('192.0.2.10'))
  await step('look at the rules', async () => assert.equal(rules().iptablesSave.includes('192.0.2.10'), 'no'))
}
`,
    )
    const [result] = await results(file, { apiserver: '1.36' })
    expect([result!.status, result!.line]).toEqual(['differs', 11])
    const { steps } = result!.sections![0]!
    expect(steps.map(({ title, outcome, fields }) => [title, outcome, fields[0]?.value])).toEqual([
      ['make it', 'passed', 'ClusterIP'],
      ['look at the rules', 'differs', 'ClusterIP'],
    ])
    expect(steps[0]!.commands[0]!.text).toMatch(/^POST \/api\/v1\/namespaces\/default\/services\n/)
    expect(steps[0]!.components.map(({ name, release }) => `${name} ${release}`)).toEqual([
      'kube-apiserver 1.36.3',
      'kubelet/node-1 1.36.3',
      'kube-proxy/node-1 1.36.3',
    ])
    expect(steps[1]!.findings).toMatchObject([{ line: 11, expected: 'no', actual: 'true' }])
  })

  it('must be refused where kube-apiserver cannot emulate the version', async () => {
    const file = write('any.mjs', 'export default async () => {}\n')
    const all = await results(file, { apiserver: '1.36', emulated: 'n-4,n-1', kubelet: '1.35' })
    expect(all.map((r) => [r.cell.emulated, r.status, r.outcome])).toEqual([
      [
        '1.32',
        'unsupported',
        expect.stringContaining('emulation version 1.32 is not between [1.33, 1.36.0]'),
      ],
      ['1.35', 'passed', 'holds'],
    ])
  })

  it('that fails with every release does not fail for the skew', async () => {
    const file = write('typo.mjs', 'export default async () => {\n  undefined.x\n}\n')
    const [result] = await results(file, { apiserver: '1.36', kubelet: '1.32' })
    expect([result!.status, result!.line]).toEqual(['differs', 2])
    expect(result!.outcome).toMatch(
      /^not for the skew, it does not hold with apiserver=1.36 kubelet=1.33 either/,
    )
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
      ['differs', 3],
      ['passed', undefined],
    ])
    const report = { scenario: 'broken.mjs', results: all, chosen: 3, milliseconds: 1 }
    expect(githubAnnotations(report)).toMatch(
      /^::error file=broken.mjs,line=3,title=kepsim skew%3A apiserver=1.36 kubelet=1.35 differs::Expected values.*\n$/,
    )
    expect(skewJunit(report)).toContain('tests="3" failures="1" errors="0" skipped="1"')
    expect(skewJunit(report)).toContain('<skipped message="too old (kubelet 1.32 is older than 1.33)"')
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
      ['differs', 'starts, but should refuse: /feature is locked to true/'],
    ])
  })

  it.each([
    ['syntax.mjs', 'export default async () => {\n  const a = ;\n}\n', /syntax\.mjs:2: \w*Error: /],
    ['throws.mjs', '\nnull.x\n', /throws\.mjs:2: TypeError/],
    ['nothing.mjs', 'export const a = 1\n', /nothing\.mjs:1: export the scenario as/],
    [
      'matrix.mjs',
      'export const matrix = { kubelets: "n" }\nexport default async () => {}\n',
      /matrix\.mjs:1: `matrix` has texts/,
    ],
    ['open.md', '# T\n\n```sh\n$ true\n', /open\.md:3: the code block/],
    ['x.yaml', '', /a scenario is a Markdown file/],
  ])('%s is refused with its place', async (name, text, message) => {
    const error: unknown = await loadScenario(write(name, text)).catch((e: unknown) => e)
    expect((error as { located(): string }).located()).toMatch(message)
  })

  it('may be TypeScript, with types', async () => {
    const file = join(import.meta.dirname, '../scenarios/skew/external-ips.ts')
    const all = await results(file, { apiserver: '1.35..1.36' })
    expect(all.map((r) => [r.status, r.outcome, r.details])).toEqual([
      ['passed', 'kept', undefined],
      ['passed', 'kept, with a warning', undefined],
    ])
    expect(all[1]!.sections![0]!.steps.map(({ title }) => title)).toEqual([
      'make a Service',
      'look at its rules',
      'restart the server',
    ])
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
      ['1.32', 'differs', 6, expect.stringContaining('reality:  v1.32.13')],
      ['1.33', 'passed', undefined, undefined],
    ])
  })
  it('has not passed where something could not run', async () => {
    const file = write('beyond.md', script.replace('$ test', '$ etcdctl-of-mine get /\n$ test'))
    const [result] = await results(file, { apiserver: '1.36', kubelet: '1.33' })
    expect([result!.status, result!.line]).toEqual(['could not run', 7])
    const report = { scenario: 'beyond.md', results: [result!], chosen: 1, milliseconds: 1 }
    expect(githubAnnotations(report)).toMatch(/^::warning file=beyond\.md,line=7,/)
    expect(summaryLine(report)).toMatch(/^1 cell: 1 could not run, /)
    expect(skewJunit(report)).toContain('tests="1" failures="0" errors="1" skipped="0"')
    expect([skewExitCode(report, false), skewExitCode(report, true)]).toEqual([2, 2])
  })
  it('gives gates to all components, or to one', async () => {
    const file = write('gates.md', script.replace('v1.33.13', 'v1.36.3'))
    const gate = 'DisableNodeKubeProxyVersion=false'
    const outcomes = async (axis: string) =>
      (await results(file, { apiserver: '1.36', gates: [axis] })).map((r) => r.outcome)
    const locked =
      'refuses to start: cannot set feature gate DisableNodeKubeProxyVersion to false, feature is locked to true'
    expect(await outcomes(gate)).toEqual([`kube-apiserver 1.36.3 ${locked}`])
    expect(await outcomes(`kubelet:${gate}`)).toEqual([`kubelet 1.36.3 ${locked}`])
  })
})
