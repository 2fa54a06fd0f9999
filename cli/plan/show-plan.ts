import type { FeaturePlan, PlannedEffect } from '../../plans/feature-plan.ts'
import type { PlannedFlagLife } from '../../plans/flags/planned-flag.ts'
import type { Report } from '../gates/output.ts'
import { planPhases } from './phases.ts'

function span({ from, until }: { from?: string; until?: string }): string {
  const start = from === undefined ? '' : ` from ${from}`
  return until === undefined ? start : `${start} until ${until}`
}

const effectText = (effect: PlannedEffect): string =>
  `${effect.name}: ${effect.value}${effect.when === undefined ? '' : `, while ${effect.when}`}${span(effect)}`

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
      ...plan.effects.map(effectText),
      ...plan.fields.map(
        (f) =>
          `${f.resource} have ${f.path} (${f.type})${span(f)}${f.gate === undefined ? '' : `, behind ${f.gate}`}`,
      ),
      ...plan.kinds.flatMap((kind) =>
        kind.versions.map(
          (version) =>
            `${kind.plural}.${kind.group} (${kind.kind}) are served as ${version.name}${span(version)}${kind.gate === undefined ? '' : `, behind ${kind.gate}`}`,
        ),
      ),
      ...plan.flags.flatMap(flagTexts),
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

function flagTexts({ component, name, from, type, deprecated, removedIn }: PlannedFlagLife): string[] {
  return [
    ...(from === undefined ? [] : [`${component} has --${name} (${type}) from ${from}`]),
    ...(deprecated === undefined ? [] : [`${component} warns of --${name} from ${deprecated.from}`]),
    ...(removedIn === undefined ? [] : [`${component} does not know --${name} from ${removedIn}`]),
  ]
}
