// Our own scenarios, and what a replay says of documents that do not hold, on the simulated components with the built-in kubectl.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createComponentRuntime } from '../../cli/component-runtime.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { exitCodeOf, type ReplayResult } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'
import { replayModel } from '../../replay/report/html/replay-model.ts'
import { timelinePicture } from '../../replay/report/svg/timeline-picture.ts'

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
    result,
    code: exitCodeOf(result),
    outcomes: steps.map((s) => s.outcome),
    findings: steps.flatMap((s) => s.findings),
  }
}

/** The picture in README.md; `bin/kepsim replay e2e/scenarios/kep-4004.md --svg docs/images/kep-4004.svg` makes it anew. */
const shownPicture = readFileSync(new URL('../../docs/images/kep-4004.svg', import.meta.url), 'utf8')
const pictureOf = (file: string, result: ReplayResult) => timelinePicture(replayModel({ ...result, file }))

describe('scenarios', () => {
  const names = ['kep-4004', 'kep-5707', 'kind-upgrade', 'kubeadm-upgrade', 'rules-outlive']
  it.each(names)('%s holds', async (name) => {
    const { code, findings, result } = await run(readFileSync(new URL(`${name}.md`, import.meta.url), 'utf8'))
    expect(findings).toEqual([])
    expect(code).toBe(0)
    if (name === 'kep-4004') expect(pictureOf(`e2e/scenarios/${name}.md`, result)).toBe(shownPicture)
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
  it('differs with a locked gate, which the components refuse as the real ones do', async () => {
    const { code, findings } = await run(up('FEATURE_GATES=DisableNodeKubeProxyVersion=false', 'v1'), {
      master: '1.36',
    })
    expect(code).toBe(1)
    expect(findings[0]).toMatchObject({
      line: 6,
      actual: expect.stringContaining('feature is locked to true'),
    })
  })
  it('says what it could not run, and goes on where that changes nothing', async () => {
    const { code, outcomes, findings } = await run(
      '# T\n\n1. Start:\n\n   ```\n   $ kind create cluster\n   $ kubectl -n kube-system logs etcd-kind-control-plane\n   $ kubectl get ns default -o name\n   namespace/default\n   ```\n\n2. Look:\n\n   ```\n   $ kubectl get nodes -o name\n   node/kind-control-plane\n   ```\n',
    )
    expect(code).toBe(2)
    expect(outcomes).toEqual(['could not run', 'passed'])
    expect(findings).toMatchObject([
      { line: 7, outcome: 'could not run', message: expect.stringContaining('is not simulated') },
    ])
  })
  it('names the refusal where nothing can be asked after it', async () => {
    const { code, findings } = await run(
      '# T\n\n1. Start:\n\n   ```\n   $ FEATURE_GATES=NoSuchGate=true hack/local-up-cluster.sh\n   ```\n\n2. Look:\n\n   ```\n   $ kubectl get nodes\n   ```\n',
    )
    expect(code).toBe(1)
    expect(findings[0]!.message).toContain('kube-apiserver 1.36 refuses to start')
    expect(findings[1]).toMatchObject({ line: 12, outcome: 'could not run', message: 'depends on line 6' })
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
