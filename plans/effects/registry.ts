// THE table of effects that plans can name. The guide's table is made of it.
import type { EffectDefinition } from './effect.ts'
import { log } from './log.ts'
import { clears, reports } from './reported-fields.ts'
import { serviceExternalIPs } from './service-external-ips.ts'
import { kubeProxy, node } from './switched-behaviour.ts'
import { warning } from './warning.ts'

/** All effects, in the order of the guide. */
export const effects: readonly EffectDefinition[] = [
  serviceExternalIPs,
  kubeProxy,
  node,
  clears,
  reports,
  warning,
  log,
]

/** The effect of a name; undefined where there is none. */
export const effectNamed = (name: string): EffectDefinition | undefined =>
  effects.find((e) => e.name === name)

/** The table of the guide, in Markdown. */
export function effectsTable(): string {
  const rows = effects.map((e) => {
    const key = e.values === undefined ? [`\`${e.name}: TEXT\``] : e.values.map((v) => `\`${e.name}: ${v}\``)
    const fields = e.fields.map((f) => (f.endsWith('!') ? `\`${f.slice(0, -1)}\` (required)` : `\`${f}\``))
    return `| ${key.join(', ')} | ${e.component ?? 'as `component` says'} | ${fields.join(', ')} | ${e.meaning} |\n`
  })
  return `| effect | works in | its own fields | meaning while it is active |\n| --- | --- | --- | --- |\n${rows.join('')}`
}
