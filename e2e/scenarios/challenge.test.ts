// `kepsim replay --challenge`: what a document would not notice.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../../cli/testing/run-here.ts'
import { packageRoot } from '../../component-base/package-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'challenge-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function challenge(name: string, text: string, ...more: string[]) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(packageRoot, 'bin/kepsim'), 'replay', file, '--challenge', ...more],
    { encoding: 'utf8' },
  )
  return { status, stdout: stdout.replaceAll(folder, '') }
}

/** @param look what step 2 looks at, and what it shows */
const script = (look: string) => `# T

## Upgrade path

1. Version v1.31:

   \`\`\`console
   $ git checkout v1.31.1
   $ FEATURE_GATES=DisableNodeKubeProxyVersion=true hack/local-up-cluster.sh
   ${look}
   \`\`\`
`

const weak = script('$ kubectl get namespace default -o name\n   namespace/default')
const strong = script(
  "$ kubectl get node 127.0.0.1 -o jsonpath='[{.status.nodeInfo.kubeProxyVersion}]'\n   []",
)

describe('a challenge', () => {
  it('lists the gate that the document would not miss', () => {
    const json = join(folder, 'weak.json')
    const { status, stdout } = challenge('weak.md', weak, '--json', json)
    expect(stdout).toContain(
      '  not noticed /weak.md:9: DisableNodeKubeProxyVersion=true changed to DisableNodeKubeProxyVersion=false\n',
    )
    expect(stdout).toMatch(/noticed: 1 of 1 shown values, .*0 of 1 gates turned\n$/)
    expect(status).toBe(1)
    const { challenge: told } = JSON.parse(readFileSync(json, 'utf8')) as {
      challenge: { noticed: number; of: number; alterations: unknown[] }
    }
    expect(told.of - told.noticed).toBe(1)
    expect(told.alterations).toContainEqual({
      kind: 'gate',
      line: 9,
      from: 'DisableNodeKubeProxyVersion=true',
      to: 'DisableNodeKubeProxyVersion=false',
      noticed: false,
    })
  }, 120_000)

  it('has nothing to say against one that notices all, in each of its sections', () => {
    const sections = `${strong}\n${strong.replace('# T\n', '').replace('Upgrade path', 'Downgrade path')}`
    const { status, stdout } = challenge('strong.md', sections, '--section', 'all')
    expect(stdout).not.toContain('not noticed')
    expect(stdout).toMatch(/2 of 2 gates turned\n$/)
    expect(status).toBe(0)
  }, 120_000)

  it('holds an altered line against just what the run holds it against', () => {
    const asked = script('$ kubectl get namespace default -o name\n   namespace/default')
    const shown = "Note: switching to 'v1.31.1'.\n   HEAD is now at 1a2b3c4 Release commit"
    const { stdout } = challenge('git.md', asked.replace('git checkout v1.31.1', `$&\n   ${shown}`))
    expect(stdout).toContain('not noticed /git.md:10: HEAD is now at 1a2b3c4 Release commit changed to')
  }, 120_000)

  it.each(['--update', '--keep', '--shell', '--list'])('does not go together with %s', async (option) => {
    const file = join(folder, 'weak.md')
    writeFileSync(file, weak)
    const { code, stdout, stderr } = await runHere(['replay', file, '--challenge', option])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(`kepsim replay: --challenge and ${option} do not go together: leave one out\n`)
  })
})
