// Our own scenarios, and what a replay says of documents that do not hold, on the simulated components with the built-in kubectl.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { exitCodeOf } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'

async function run(text: string, branches: Record<string, string> = {}) {
  const { result } = await replay({
    file: 'x.md',
    text,
    branches: new Map(Object.entries(branches)),
    runtime: createComponentRuntime(),
    kubectl: builtinKubectl,
    facts: recordedGateFacts(),
  })
  const steps = result.sections.flatMap((s) => s.steps)
  return {
    code: exitCodeOf(result),
    statuses: steps.map((s) => s.status),
    findings: steps.flatMap((s) => s.findings),
  }
}

describe('scenarios', () => {
  const names = ['kep-4004', 'kep-5707', 'kind-upgrade', 'kubeadm-upgrade', 'rules-outlive']
  it.each(names)('%s holds', async (name) => {
    const { code, findings } = await run(readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8'))
    expect(findings.filter((f) => f.severity === 'error')).toEqual([])
    expect(code).toBe(0)
  })
})

const up = (gates: string, shown: string) =>
  `# T\n\n1. v1.31+\n\n   \`\`\`\n   $ ${gates} hack/local-up-cluster.sh\n   $ kubectl get node 127.0.0.1 -o yaml\n   ...\n       kubeProxyVersion: ${shown}\n   ...\n   \`\`\`\n`

describe('what does not hold', () => {
  it('says which default made the difference, at its line', async () => {
    const { code, findings } = await run(up('', '""'), { master: '1.32.0' })
    expect(code).toBe(1)
    expect(findings[0]).toMatchObject({ line: 9, why: expect.stringContaining('default is false in 1.32.0') })
  })
  it('holds by the default of the first patch release', async () => {
    expect((await run(up('', '""'), { master: '1.31.0' })).code).toBe(0)
  })
  it('could not run with a locked gate', async () => {
    const { code, findings } = await run(up('FEATURE_GATES=DisableNodeKubeProxyVersion=false', 'v1'), {
      master: '1.36',
    })
    expect(code).toBe(2)
    expect(findings[0]).toMatchObject({
      line: 6,
      actual: expect.stringContaining('feature is locked to true'),
    })
  })
  it.each([
    [
      'a command that the machine does not have',
      '# T\n\n```\n$ helm install x\n```\n',
      'has no command "helm"',
    ],
    ['a release that does not exist', '# T\n\n```\n$ git checkout release-1.99\n```\n', 'no release 1.99'],
  ])('could not run %s', async (_name, text, message) => {
    const { code, findings } = await run(text)
    expect(code).toBe(2)
    expect(findings[0]).toMatchObject({ line: 4, message: expect.stringContaining(message) })
  })
})
