import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadPlan, openPlan } from '../../plans/load-plan.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { render } from '../gates/output.ts'
import { showLife } from '../gates/show-life.ts'
import { runHere } from '../testing/run-here.ts'
import { lintPlan } from './lint-plan.ts'
import { planPhases } from './phases.ts'
import { walkPlan } from './walk.ts'
import { walkReport } from './walk-report.ts'

describe('plan walk', () => {
  // Every cell is an answer of a component that was started for it; `npx vitest run cli/plan -u` writes new files.
  for (const name of ['kep-5707-as-proposed', 'kep-4004', 'kep-5495', 'kep-784'])
    it(`${name} says what the golden file says`, async () => {
      const { plan } = openPlan(name)
      const { report } = walkReport(plan, await walkPlan(plan))
      await expect(render(report, 'markdown')).toMatchFileSnapshot(`../../e2e/golden/plans/${name}.golden.md`)
    }, 120_000)

  it('kep-5707 says it as a command, as the guide to plans shows it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kepsim-walk-'))
    try {
      const file = join(dir, 'walk.md')
      const { code, stdout, stderr } = await runHere(['plan', 'walk', 'kep-5707', '--write', file])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^PHASE +RELEASE +RUN /)
      await expect(readFileSync(file, 'utf8')).toMatchFileSnapshot(
        '../../e2e/golden/plans/kep-5707.golden.md',
      )
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  }, 120_000)
})

it('a plan that speaks of what is not there is not linted', () => {
  const text = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: t, summary: t }
lastRelease: "1.40"
removedAdmissionPlugins: [{ name: DenyServiceExternalIP, in: "1.38" }]
endedModes: [{ component: kube-proxy, mode: userspace, from: "1.38" }]
`
  const { report, failed } = lintPlan(readPlan('p.yaml', text))
  expect(failed).toBe(true)
  expect(report.rows.map((row) => `${row[0]} ${row[3]}`)).toEqual([
    'p.yaml:5:35 release 1.36 has no admission plugin DenyServiceExternalIP; did you mean DenyServiceExternalIPs?',
    'p.yaml:6:45 kube-proxy has no mode userspace: iptables, nftables, ipvs',
  ])
})

describe('the phases of a plan', () => {
  const phases = (name: string) => planPhases(openPlan(name).plan).map((p) => `${p.release} ${p.name}`)

  it('are the releases in which its gate changes', () => {
    const life = ['1.36 deprecated', '1.40 off by default', '1.43 locked', '1.46 removed']
    expect(phases('kep-5707')).toEqual(life)
    expect(phases('kep-5707-as-proposed')).toEqual(life)
    expect(phases('kep-5495')).toEqual(['1.37 deprecated', ...life.slice(1)])
  })

  it('have patch releases that changed a default', () => {
    expect(phases('kep-4004')).toEqual([
      '1.29 alpha',
      '1.31.0 beta, on by default',
      '1.31.1 deprecated, off by default',
      '1.33 on by default',
      '1.36 locked',
      '1.39 removed',
    ])
  })

  it('can be configuration versions, where there is no gate', () => {
    expect(phases('kep-784')).toEqual(['1.37 kubeproxy.config.k8s.io/v1alpha2 is read'])
  })
})

describe('gates of planned releases', () => {
  it('go on to the removal', () => {
    const rows = showLife('DisableNodeKubeProxyVersion', loadPlan('kep-4004'), 'kubelet').rows
    expect(rows.find(([release]) => release === '1.38')).toEqual(['1.38', 'DEPRECATED', 'true', 'yes'])
    expect(rows.find(([release]) => release === '1.39')).toEqual(['1.39', '-', '-', '-'])
  })
})
