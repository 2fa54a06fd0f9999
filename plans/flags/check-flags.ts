// What the schema cannot say of a plan's flags: whether those that are there already are, and the order of their lives.
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { componentNames, flagDefinitions } from '../../component-base/flags/flag-definitions.ts'
import { checkEffects, type EffectSwitch } from '../check-effects.ts'
import { orderFindings } from '../order-of-life.ts'
import type { RawFlag, RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'
import type { PositionedYaml } from '../yaml-positions.ts'
import { flagValueProblem } from './planned-flag.ts'

/** Findings about a plan's flags, each as `file:line:column: what`. */
export function checkFlags(plan: RawPlan, yaml: PositionedYaml): string[] {
  const { flags = [], lastRelease } = plan
  return flags.flatMap((flag, i) => {
    const at = (key: string, text: string): string => `${yaml.at(['flags', i, key])}: ${text}`
    const same = flags.findIndex((one) => one.name === flag.name && one.component === flag.component) < i
    return [
      ...(same ? [at('name', `the plan has --${flag.name} of ${flag.component} twice`)] : []),
      ...existenceFindings(flag, at),
      ...orderFindings(
        { from: flag.from, deprecated: flag.deprecated?.from, removedIn: flag.removedIn },
        lastRelease,
        at,
      ),
      ...checkEffects(flag.effects ?? [], ['flags', i, 'effects'], switchOf(flag), plan, yaml),
    ]
  })
}

const switchOf = ({ component, name, type }: RawFlag): EffectSwitch => ({
  name: `--${name}`,
  components: [component],
  problem: (value) => flagValueProblem(type ?? recordedFlag(component, name)?.type, value),
})

function recordedFlag(component: string, name: string): FlagDefinition | undefined {
  const owner = componentNames.find((one) => one === component)!
  return flagDefinitions(newestRelease(), owner).find((flag) => flag.name === name)
}

type At = (key: string, text: string) => string

function existenceFindings({ component, name, from, type, ...life }: RawFlag, at: At): string[] {
  const newest = newestRelease()
  const known = recordedFlag(component, name) !== undefined
  if (from !== undefined && known) return [at('from', `${component} has --${name} in ${newest}`)]
  if (from === undefined && !known)
    return [at('name', `${component} has no --${name} in ${newest}: say with from and type when it appears`)]
  if (from !== undefined && type === undefined) return [at('from', `--${name} is new: it needs a type`)]
  if (from === undefined && (type !== undefined || life.default !== undefined))
    return [at('name', `--${name} is recorded: its type and default are not the plan's`)]
  const { deprecated, removedIn, effects } = life
  return [from, deprecated, removedIn, effects].every((said) => said === undefined)
    ? [at('name', `say what becomes of --${name}: from, deprecated, removedIn or effects`)]
    : []
}
