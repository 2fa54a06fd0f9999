import { minorOf } from '../../component-base/minor.ts'
import { didYouMean } from '../../component-base/nearest.ts'
import { newestOf } from '../../component-base/release.ts'
import { type Finding, lintGates } from '../../featuregates/lifecycle-lint.ts'
import { proxyModes } from '../../kube-proxy-sim/rules/proxy-config.ts'
import { lintedGate, placeOf } from '../../plans/check-plan.ts'
import type { RawPlan } from '../../plans/raw-plan.ts'
import type { ReadPlan } from '../../plans/read-plan.ts'
import type { PositionedYaml, YamlPath } from '../../plans/yaml-positions.ts'
import { registeredPlugins } from '../../server/options/admission-plugins.ts'
import type { Report } from '../gates/output.ts'

interface PlacedFinding extends Pick<Finding, 'severity' | 'message'> {
  place: string
  rule: Finding['rule'] | 'existence'
}

/** What a plan speaks of that the newest recorded release, from which it starts, does not have. */
function missing(raw: RawPlan, yaml: PositionedYaml): PlacedFinding[] {
  const newest = newestOf()
  const plugins = registeredPlugins(minorOf(newest))
  const finding = (path: YamlPath, message: string): PlacedFinding[] => [
    { place: yaml.at(path), severity: 'error', rule: 'existence', message },
  ]
  const plugin = (path: YamlPath, name: unknown): PlacedFinding[] => {
    if (name === undefined || plugins.includes(String(name))) return []
    const meant = didYouMean(String(name), plugins)
    return finding(path, `release ${newest} has no admission plugin ${name}${meant}`)
  }
  const mode = (path: YamlPath, name: unknown): PlacedFinding[] =>
    name === undefined || proxyModes.some((one) => one === name)
      ? []
      : finding(path, `kube-proxy has no mode ${name}: ${proxyModes.join(', ')}`)
  const effects = [
    ...(raw.effects ?? []).map((effect, i) => [effect, ['effects', i]] as const),
    ...(raw.gates ?? []).flatMap((gate, i) =>
      (gate.effects ?? []).map((effect, k) => [effect, ['gates', i, 'effects', k]] as const),
    ),
  ]
  return [
    ...(raw.removedAdmissionPlugins ?? []).flatMap(({ name }, i) =>
      plugin(['removedAdmissionPlugins', i, 'name'], name),
    ),
    ...(raw.endedModes ?? []).flatMap((end, i) => mode(['endedModes', i, 'mode'], end.mode)),
    ...effects.flatMap(([effect, path]) => [
      ...plugin([...path, 'admissionPlugin'], effect['admissionPlugin']),
      ...mode([...path, 'mode'], effect['mode']),
    ]),
  ]
}

/** The findings about what a plan speaks of and about its specs, after the recorded ones, by upstream's lifecycle rules. */
export function lintPlan({ plan, yaml }: ReadPlan): { report: Report; failed: boolean } {
  const raw = yaml.value as RawPlan
  const findings: PlacedFinding[] = plan.gates.flatMap((gate, i) =>
    lintGates([lintedGate(gate)]).map((finding) => ({
      place: placeOf(finding, i, raw.gates?.[i], yaml),
      ...finding,
    })),
  )
  findings.push(...missing(raw, yaml))
  const errors = findings.filter((f) => f.severity === 'error').length
  return {
    failed: errors > 0,
    report: {
      header: ['PLACE', 'SEVERITY', 'RULE', 'MESSAGE'],
      rows: findings.map((f) => [f.place, f.severity, f.rule, f.message]),
      notes: [`${plan.gates.length} gates, ${errors} errors, ${findings.length - errors} warnings`],
      data: findings,
    },
  }
}
