// The whole matrix through the built program, against what real kubelets were recorded to report.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runHere } from '../../../cli/testing/run-here.ts'
import { packageRoot } from '../../../component-base/package-root.ts'
import { recordedReleases } from '../../../component-base/release-facts.ts'
import {
  type RecordedNode,
  recordedDefault,
  recordedNodes,
  recordedRefusal,
  recordedVersion,
} from './recorded-nodes.ts'

const nodes = recordedNodes()
/** The rule that the recordings show, for releases that none was made of. */
const byRule = ({ gate, kubelet, kubeletVersion }: Omit<RecordedNode, 'kubeProxyVersion'>): string =>
  (gate ?? recordedDefault(kubelet)) ? '' : kubeletVersion

function expected(kubelet: string, gate: boolean | undefined): string {
  const refusal = gate === undefined ? undefined : recordedRefusal(kubelet, gate)
  if (refusal !== undefined) return `kubelet refuses: ${refusal}`
  const node = nodes.find((one) => one.kubelet === kubelet && one.gate === gate)
  const value = node?.kubeProxyVersion ?? byRule({ kubelet, gate, kubeletVersion: recordedVersion(kubelet) })
  return value === '' ? 'empty' : value
}

describe('the recorded kubelets', () => {
  it('report what the gate says, by its value or its recorded default', () => {
    expect(nodes.map((node) => node.kubeProxyVersion)).toEqual(nodes.map(byRule))
  })
  it('were of several releases, with the gate on, off and unset', () => {
    const kinds = new Set(nodes.map(({ kubelet, gate }) => `${kubelet} ${gate ?? 'unset'}`))
    expect([...kinds].sort()).toEqual([
      '1.30 false',
      '1.30 true',
      '1.30 unset',
      '1.33 false',
      '1.33 true',
      '1.33 unset',
      '1.35 unset',
      '1.36 true',
      '1.36 unset',
    ])
    expect(recordedRefusal('1.36', false)).toMatch(/feature is locked to true$/)
    expect(recordedRefusal('1.28', true)).toBe('unrecognized feature gate: DisableNodeKubeProxyVersion')
  })
})

it('KEP-4004 over all releases is as recorded', { timeout: 300_000 }, () => {
  const run = spawnSync(
    process.execPath,
    ['bin/kepsim', 'skew', 'e2e/scenarios/skew/kep-4004.mjs', '--json', '-', '--workers', '2'],
    { cwd: packageRoot, encoding: 'utf8' },
  )
  expect(run.status, run.stderr).toBe(0)
  const { cells } = JSON.parse(run.stdout) as {
    cells: {
      apiserver: string
      kubelet: string
      outcome: string
      gates: { value?: boolean }[]
    }[]
  }
  // Kubelets up to three releases older, as far as they are recorded, from the first release with the gate.
  const releases = recordedReleases()
  const first = releases.findIndex((release) => recordedDefault(release) !== undefined)
  const table = releases
    .slice(first)
    .flatMap((apiserver, i) =>
      releases
        .slice(Math.max(0, first + i - 3), first + i + 1)
        .flatMap((kubelet) =>
          [true, false, undefined].map((gate) => [apiserver, kubelet, gate, expected(kubelet, gate)]),
        ),
    )
  expect(
    cells.map(({ apiserver, kubelet, gates, outcome }) => [apiserver, kubelet, gates[0]!.value, outcome]),
  ).toEqual(table)
})

it('says where a scenario cannot be read, with exit code 2', async () => {
  const file = join(packageRoot, 'none.md')
  const { code, stderr } = await runHere(['skew', file])
  expect([code, stderr]).toEqual([2, `kepsim skew: ${file}: no such file\n`])
})
