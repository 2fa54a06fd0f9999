// The whole matrix through the built program, against the table of what real kubelets report.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../../component-base/package-root.ts'

/** Kubelet release → its version, and whether the gate is on by default. */
const kubelets: Readonly<Record<string, [string, boolean]>> = {
  '1.30': ['v1.30.14', false],
  '1.31': ['v1.31.14', false],
  '1.32': ['v1.32.13', false],
  '1.33': ['v1.33.13', true],
  '1.34': ['v1.34.4', true],
  '1.35': ['v1.35.4', true],
  '1.36': ['v1.36.3', true],
}
const locked =
  'kubelet refuses: cannot set feature gate DisableNodeKubeProxyVersion to false, feature is locked to true'

function expected(kubelet: string, gate: boolean | undefined): string {
  const [version, byDefault] = kubelets[kubelet]!
  if (kubelet === '1.36' && gate === false) return locked
  return (gate ?? byDefault) ? 'empty' : version
}

it('KEP-4004 holds over all releases in less than a minute', { timeout: 120_000 }, () => {
  const start = performance.now()
  const run = spawnSync(
    process.execPath,
    ['bin/kepsim', 'skew', 'e2e/scenarios/skew/kep-4004.mjs', '--json', '-', '--workers', '2'],
    { cwd: packageRoot, encoding: 'utf8' },
  )
  const seconds = (performance.now() - start) / 1000
  expect(run.status, run.stderr).toBe(0)
  const { cells } = JSON.parse(run.stdout) as {
    cells: { id: string; kubelet: string; outcome: string; gates: { value?: boolean }[] }[]
  }
  expect(cells.map((cell) => [cell.id, cell.outcome])).toEqual(
    cells.map((cell) => [cell.id, expected(cell.kubelet, cell.gates[0]?.value)]),
  )
  // Kubelets up to three releases older, as far as they are recorded: 1 + 2 + 3 + 4 × 4.
  expect(cells).toHaveLength(22 * 3)
  expect(seconds).toBeLessThan(60)
})

it('says where a scenario cannot be read, with exit code 2', () => {
  const run = spawnSync(process.execPath, ['bin/kepsim', 'skew', join(packageRoot, 'none.md')], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  expect([run.status, run.stderr]).toEqual([
    2,
    `kepsim skew: ${join(packageRoot, 'none.md')}: no such file\n`,
  ])
})
