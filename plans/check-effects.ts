import { effects as definitions, effectNamed } from './effects/registry.ts'
import type { RawEffect, RawPlan } from './raw-plan.ts'
import type { PositionedYaml, YamlPath } from './yaml-positions.ts'

const common = ['when', 'from', 'until']
const names = definitions.map((d) => d.name)

/** The gate, or the flag of one component, that switches an effect, as messages name it. */
export interface EffectSwitch {
  readonly name: string
  /** The components that have the gate or the flag. */
  readonly components: readonly string[]
  /** The error of a flag's value; undefined where it is right. A gate has none: its values are enabled and disabled. */
  readonly problem?: (value: string) => string | undefined
}

/** The findings about `when`, the state in which an effect is active. */
function whenFindings(name: string, when: unknown, { name: own, problem }: EffectSwitch): string[] {
  const choice = problem === undefined ? 'enabled or disabled' : 'a value of the flag'
  if (when === undefined) return [`the effect ${name} of ${own} needs when: ${choice}`]
  if (problem === undefined)
    return when === 'enabled' || when === 'disabled' ? [] : [`when ${when} is no state of a gate: ${choice}`]
  const wrong = problem(String(when))
  return wrong === undefined ? [] : [`when ${when} is no value of ${own}: ${wrong}`]
}

function checkOne(effect: RawEffect, gate: EffectSwitch | undefined, plan: RawPlan): string[] {
  const used = Object.keys(effect).filter((key) => names.includes(key))
  if (used.length !== 1) {
    const what = used.length === 0 ? 'names no effect' : `names several effects (${used.join(', ')})`
    return [`the entry ${what}: it needs exactly one of ${names.join(', ')}`]
  }
  const definition = effectNamed(used[0]!)!
  const findings: string[] = []
  for (const field of definition.fields.filter((f) => f.endsWith('!')).map((f) => f.slice(0, -1)))
    if (!Object.hasOwn(effect, field)) findings.push(`the effect ${definition.name} needs ${field}`)
  const own = definition.fields.map((f) => f.replace('!', ''))
  for (const key of Object.keys(effect))
    if (key !== definition.name && !common.includes(key) && !own.includes(key))
      findings.push(
        `the effect ${definition.name} has no field ${key}: its fields are ${[...common, ...own].join(', ')}`,
      )
  const has = Object.hasOwn(effect, 'when')
  if (gate !== undefined) findings.push(...whenFindings(definition.name, effect['when'], gate))
  if (gate === undefined && has)
    findings.push(
      `when is for effects of a gate or a flag: put the effect under one, or give from: a release`,
    )
  const component = definition.component ?? (effect['component'] as string | undefined)
  if (gate !== undefined && component !== undefined && !gate.components.includes(component))
    findings.push(
      gate.problem === undefined
        ? `the effect ${definition.name} works in ${component}, which does not honour ${gate.name}: add it to components, or leave the effect out`
        : `the effect ${definition.name} works in ${component}, and ${gate.name} is a flag of ${gate.components.join()}`,
    )
  const wrong = findings.length > 0 ? undefined : definition.check?.(effect, plan)
  return wrong === undefined ? findings : [wrong]
}

/** Findings about a list of effects, each as `file:line:column: what`. */
export const checkEffects = (
  list: readonly RawEffect[],
  path: YamlPath,
  gate: EffectSwitch | undefined,
  plan: RawPlan,
  yaml: PositionedYaml,
): string[] =>
  list.flatMap((effect, i) =>
    checkOne(effect, gate, plan).map((message) => `${yaml.at([...path, i])}: ${message}`),
  )
