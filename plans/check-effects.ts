import { effects as definitions, effectNamed } from './effects/registry.ts'
import type { RawEffect, RawPlan } from './raw-plan.ts'
import type { PositionedYaml, YamlPath } from './yaml-positions.ts'

const common = ['when', 'from', 'until']
const names = definitions.map((d) => d.name)

function checkOne(
  effect: RawEffect,
  gate: { name: string; components: readonly string[] } | undefined,
  plan: RawPlan,
): string[] {
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
  if (gate !== undefined && !has)
    findings.push(`the effect ${definition.name} of ${gate.name} needs when: enabled or disabled`)
  if (gate === undefined && has)
    findings.push(`when is for effects of a gate: put the effect under a gate, or give from: a release`)
  const component = definition.component ?? (effect['component'] as string | undefined)
  if (gate !== undefined && component !== undefined && !gate.components.includes(component))
    findings.push(
      `the effect ${definition.name} works in ${component}, which does not honour ${gate.name}: add it to components, or leave the effect out`,
    )
  const wrong = findings.length > 0 ? undefined : definition.check?.(effect, plan)
  return wrong === undefined ? findings : [wrong]
}

/** Findings about a list of effects, each as `file:line:column: what`. */
export const checkEffects = (
  list: readonly RawEffect[],
  path: YamlPath,
  gate: { name: string; components: readonly string[] } | undefined,
  plan: RawPlan,
  yaml: PositionedYaml,
): string[] =>
  list.flatMap((effect, i) =>
    checkOne(effect, gate, plan).map((message) => `${yaml.at([...path, i])}: ${message}`),
  )
