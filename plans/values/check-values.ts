// What the schema cannot say of the values that a plan adds to fields: whether there is such a field of texts.
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { firstRelease, gateFindings, resourceProblem } from '../fields/check-fields.ts'
import { propertyAt, typesOfResource } from '../fields/recorded-types.ts'
import type { RawPlan } from '../raw-plan.ts'
import { newestRelease } from '../recorded-gates.ts'
import type { PositionedYaml } from '../yaml-positions.ts'
import type { RawValues } from './raw-values.ts'

type At = (key: string, text: string) => string

/** Findings about the values that a plan adds, each as `file:line:column: what`. */
export const checkValues = (plan: RawPlan, yaml: PositionedYaml): string[] =>
  (plan.values ?? []).flatMap((entry, i) => {
    const at: At = (key, text) => `${yaml.at(['values', i, key])}: ${text}`
    return [
      ...releaseFindings(entry, plan, at),
      ...gateFindings(entry, plan, at),
      ...placeFindings(entry, plan, at),
    ]
  })

function releaseFindings(entry: RawValues, plan: RawPlan, at: At): string[] {
  const from = firstRelease(entry, plan)
  if (from === undefined)
    return [at('path', 'say from which release on: with from, or with a gate that the plan gives specs')]
  if (entry.whileOff !== undefined && entry.gate === undefined)
    return [at('whileOff', 'whileOff is for values behind a gate: name one')]
  if (minorOf(from) <= minorOf(newestRelease()))
    return [at('path', `${from} is recorded: a plan changes releases after ${newestRelease()}`)]
  return minorOf(from) > minorOf(plan.lastRelease)
    ? [at('path', `the values begin in ${from}, after the plan's lastRelease ${plan.lastRelease}`)]
    : []
}

function placeFindings({ resource, path, values }: RawValues, plan: RawPlan, at: At): string[] {
  const planned = plan.fields?.find((field) => field.resource === resource && field.path === path)
  if (planned !== undefined)
    return planned.type !== 'string' || planned.enum === undefined
      ? [at('path', `${path} of the plan has no enum: values are for fields that take some texts only`)]
      : knownFindings(values, planned.enum, 'the plan', at)
  const newest = newestRelease()
  const wrong = resourceProblem(newest, resource)
  if (wrong !== undefined) return [at('resource', wrong)]
  const found = typesOfResource(newest, resource).map((type) => propertyAt(newest, type, path))
  const [first] = found
  const place = found.find((one) => 'owner' in one)
  if (place === undefined || !('owner' in place))
    return [at('path', `${resource} in ${newest}: ${(first as { problem: string }).problem}`)]
  if (place.schema.type !== 'string')
    return [at('path', `${path} of ${resource} is no field of one text: values are for those`)]
  const { enum: known = [] } = releaseFacts(newest, 'schemas')[place.owner]!.properties![place.name]!
  return knownFindings(values, known, newest, at)
}

const knownFindings = (values: readonly string[], known: readonly string[], who: string, at: At): string[] =>
  values
    .filter((value) => known.includes(value))
    .map((value) => at('values', `${who} takes ${value} already: ${known.join(', ')}`))
