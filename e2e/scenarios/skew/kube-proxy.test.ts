// Parts of the matrices through the built program; `kepsim skew` without these options runs all of them.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { packageRoot } from '../../../component-base/package-root.ts'

it.each([
  [
    'traffic-distribution.mjs',
    ['--apiserver', '1.34', '--kube-proxy', '1.33,1.34', '--only', 'ServiceTrafficDistribution=unset'],
    ['zone, zone', 'zone, node'],
  ],
  [
    'external-ips.mjs',
    ['--apiserver', '1.36', '--kube-proxy', 'n'],
    ['left out', 'programmed', 'left out', 'programmed'],
  ],
])('%s holds', { timeout: 120_000 }, (file, options, outcomes) => {
  const scenario = `e2e/scenarios/skew/${file}`
  const run = spawnSync(process.execPath, ['bin/kepsim', 'skew', scenario, '--json', '-', ...options], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  expect(run.status, run.stderr).toBe(0)
  const { cells } = JSON.parse(run.stdout) as { cells: { outcome: string }[] }
  expect(cells.map(({ outcome }) => outcome)).toEqual(outcomes)
})
