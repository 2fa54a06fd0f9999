import type { PlannedEffect } from '../../plans/effects/planned-effect.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import type { PlannedFlagLife } from '../../plans/flags/planned-flag.ts'
import type { PlannedMetricLife } from '../../plans/metrics/planned-metric.ts'
import type { Report } from '../gates/output.ts'
import { planPhases } from './phases.ts'

function span({ from, until }: { from?: string; until?: string }): string {
  const start = from === undefined ? '' : ` from ${from}`
  return until === undefined ? start : `${start} until ${until}`
}

const effectText = (effect: PlannedEffect, flag?: string): string => {
  const state = flag === undefined ? effect.when : `--${flag}=${effect.when}`
  return `${effect.name}: ${effect.value}${state === undefined ? '' : `, while ${state}`}${span(effect)}`
}

const behind = (gate: string | undefined): string => (gate === undefined ? '' : `, behind ${gate}`)

/** The phases, and below them what the plan changes beside gates. */
export function showPlan(plan: FeaturePlan): Report {
  const phases = planPhases(plan)
  return {
    header: ['PHASE', 'FROM', 'GATE', 'STAGE', 'DEFAULT', 'LOCKED'],
    rows: phases.flatMap(({ name, release, gates }) =>
      gates.length === 0
        ? [[name, release, '-', '-', '-', '-']]
        : gates.map((g) => [name, release, g.name, g.stage, String(g.default), g.locked ? 'yes' : '']),
    ),
    notes: [
      `${plan.name}: ${plan.summary}; releases up to ${plan.lastRelease}`,
      ...plan.gates.flatMap((g) => [
        `${g.name} is honoured by ${g.components.join(', ')}`,
        ...Object.entries(g.removedIn).map(
          ([component, release]) =>
            `${g.name} is removed in ${release}${component === '*' ? '' : ` from ${component}`}`,
        ),
        ...g.effects.map((e) => `${g.name}: ${effectText(e)}`),
      ]),
      ...plan.effects.map((effect) => effectText(effect)),
      ...plan.fields.map((f) => `${f.resource} have ${f.path} (${f.type})${span(f)}${behind(f.gate)}`),
      ...plan.kinds.flatMap((kind) =>
        kind.versions.map(
          (version) =>
            `${kind.plural}.${kind.group} (${kind.kind}) are served as ${version.name}${span(version)}${behind(kind.gate)}`,
        ),
      ),
      ...plan.values.map(
        (v) => `${v.resource} take ${v.values.join(', ')} in ${v.path}${span(v)}${behind(v.gate)}`,
      ),
      ...plan.flags.flatMap(flagTexts),
      ...plan.metrics.flatMap(metricTexts),
      ...plan.columns.map((c) => `tables of ${c.resource} have the column ${c.name} (${c.path})${span(c)}`),
      ...plan.probes.map((p) => `a walk asks ${p.name}: ${p.request}`),
      ...plan.removedAdmissionPlugins.map((p) => `admission plugin ${p.name} is removed in ${p.in}`),
      ...plan.configVersions.map((c) => `${c.component} reads ${c.group}/${c.version}${span(c)}`),
      ...plan.endedModes.map(
        (e) =>
          `${e.component} loses the mode ${e.mode}${e.gate === undefined ? '' : ` where ${e.gate} is off`}${span(e)}`,
      ),
    ],
    data: { ...plan, phases },
  }
}

function flagTexts({
  component,
  name,
  from,
  type,
  deprecated,
  removedIn,
  effects,
}: PlannedFlagLife): string[] {
  return [
    ...(from === undefined ? [] : [`${component} has --${name} (${type}) from ${from}`]),
    ...(deprecated === undefined ? [] : [`${component} warns of --${name} from ${deprecated.from}`]),
    ...(removedIn === undefined ? [] : [`${component} does not know --${name} from ${removedIn}`]),
    ...effects.map((effect) => effectText(effect, name)),
  ]
}

function metricTexts({ component, name, ...life }: PlannedMetricLife): string[] {
  const { from, type, gate, renamed, deprecated, removedIn } = life
  return [
    ...(from === undefined ? [] : [`${component} has the ${type} ${name} from ${from}${behind(gate)}`]),
    ...(renamed === undefined ? [] : [`${component} calls ${name} ${renamed.to} from ${renamed.from}`]),
    ...(deprecated === undefined ? [] : [`${component} shows ${name} as deprecated from ${deprecated.from}`]),
    ...(removedIn === undefined ? [] : [`${component} has no ${name} from ${removedIn}`]),
  ]
}
