// What the schema cannot say of a plan's flags: whether those that are there already are, and the order of their lives.
import { componentNames, flagDefinitions } from '../../component-base/flags/flag-definitions.ts'
import { minorOf } from '../../component-base/minor.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'
import type { PositionedYaml } from '../yaml-positions.ts'
import type { PlannedFlagLife } from './planned-flag.ts'

/** Findings about a plan's flags, each as `file:line:column: what`. */
export function checkFlags({ flags = [], lastRelease }: RawPlan, yaml: PositionedYaml): string[] {
  return flags.flatMap((flag, i) => {
    const at = (key: string, text: string): string => `${yaml.at(['flags', i, key])}: ${text}`
    const same = flags.findIndex((one) => one.name === flag.name && one.component === flag.component) < i
    return [
      ...(same ? [at('name', `the plan has --${flag.name} of ${flag.component} twice`)] : []),
      ...existenceFindings(flag, at),
      ...orderFindings(flag, lastRelease, at),
    ]
  })
}

type At = (key: string, text: string) => string

function existenceFindings({ component, name, from, type, ...life }: PlannedFlagLife, at: At): string[] {
  const newest = newestRelease()
  const owner = componentNames.find((one) => one === component)!
  const known = flagDefinitions(newest, owner).some((flag) => flag.name === name)
  if (from !== undefined && known) return [at('from', `${component} has --${name} in ${newest}`)]
  if (from === undefined && !known)
    return [at('name', `${component} has no --${name} in ${newest}: say with from and type when it appears`)]
  if (from !== undefined && type === undefined) return [at('from', `--${name} is new: it needs a type`)]
  if (from === undefined && (type !== undefined || life.default !== undefined))
    return [at('name', `--${name} is recorded: its type and default are not the plan's`)]
  return life.deprecated === undefined && life.removedIn === undefined && from === undefined
    ? [at('name', `say what becomes of --${name}: from, deprecated or removedIn`)]
    : []
}

function orderFindings({ from, deprecated, removedIn }: PlannedFlagLife, last: string, at: At): string[] {
  const steps = [
    ['from', from],
    ['deprecated', deprecated?.from],
    ['removedIn', removedIn],
  ].filter((step): step is [string, string] => step[1] !== undefined)
  return steps.flatMap(([key, release], i) => {
    const before = steps[i - 1]
    if (minorOf(release) > minorOf(last))
      return [at(key, `${release} is after the plan's lastRelease ${last}`)]
    return before !== undefined && minorOf(before[1]) >= minorOf(release)
      ? [at(key, `${release} is not after ${before[1]}, its ${before[0]}`)]
      : []
  })
}
