// Effects on what a component reports of itself: fields that it leaves empty, or fills.
import { releaseFacts } from '../../component-base/release-facts.ts'
import { fieldProblem } from '../fields/planned-path.ts'
import { propertyAt, typesOfResource } from '../fields/recorded-types.ts'
import { newestRelease } from '../recorded-gates.ts'
import type { EffectDefinition } from './effect.ts'

/** The components that report of themselves, with the resource whose status they write. */
export const reporters: readonly { component: string; resource: string; below: string }[] = [
  { component: 'kubelet', resource: 'nodes', below: 'status' },
]

type Fields = Record<string, unknown>

/** The object that holds the last field of a path; `make` brings those before it. Undefined where one is not there. */
function holderOf(object: object, path: readonly string[], make: boolean): Fields | undefined {
  let at = object as Fields
  for (const step of path.slice(0, -1)) {
    if (!Object.hasOwn(at, step) && !make) return undefined
    const inner: unknown = Object.hasOwn(at, step) ? at[step] : {}
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return undefined
    // A copy: the object may share it with the one that was read.
    at[step] = { ...inner }
    at = at[step] as Fields
  }
  return at
}

/** The JSON that Go writes for a field that is not set and is not left out. */
const zeroOf = (value: unknown): unknown =>
  typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : Array.isArray(value) ? [] : ''

/** Whether the API type of a resource has a field also where it is empty: Go's zero value. */
function alwaysThere(resource: string, path: string): boolean {
  const newest = newestRelease()
  return typesOfResource(newest, resource).some((type) => {
    const found = propertyAt(newest, type, path)
    if ('problem' in found) return false
    return releaseFacts(newest, 'schemas')[found.owner]?.required?.includes(found.name) === true
  })
}

const check: EffectDefinition['check'] = (effect, plan) => {
  const { component, resource } = effect as { component?: string; resource?: string }
  const path = String(effect['clears'] ?? effect['reports'])
  const known = reporters.find((one) => one.component === component && one.resource === resource)
  if (known === undefined) {
    const all = reporters.map((one) => `component: ${one.component} with resource: ${one.resource}`)
    return `${component} reports nothing in ${resource}: only ${all.join(' or ')} can be changed`
  }
  if (!path.startsWith(`${known.below}.`))
    return `${component} reports what is below ${known.below} of ${resource}, not ${path}`
  return fieldProblem(known.resource, path, plan)
}

/** The effect `clears`: a component reports a field no more. */
export const clears: EffectDefinition = {
  name: 'clears',
  values: undefined,
  component: undefined,
  fields: ['component!', 'resource!'],
  meaning:
    "The component leaves the field (`status.nodeInfo.bootID`) empty in what it reports of itself, and clears a value from before: the kubelet in its `nodes`. A field that the API type always has becomes Go's zero value, any other is absent.",
  check,
  rules: ({ value, resource }) => ({
    report(reported, object) {
      if (reported !== resource) return
      const path = value.split('.')
      const holder = holderOf(object, path, false)
      const name = path.at(-1)!
      if (holder === undefined || !Object.hasOwn(holder, name)) return
      if (alwaysThere(reported, value)) holder[name] = zeroOf(holder[name])
      else delete holder[name]
    },
  }),
}

/** The effect `reports`: a component fills a field. */
export const reports: EffectDefinition = {
  name: 'reports',
  values: undefined,
  component: undefined,
  fields: ['component!', 'resource!', 'as!'],
  meaning:
    'The component sets the field to `as` in what it reports of itself: the kubelet in its `nodes`. While the effect is not active it leaves the field as the release has it.',
  check,
  rules: ({ value, resource, as }) => ({
    report(reported, object) {
      if (reported !== resource) return
      const path = value.split('.')
      const holder = holderOf(object, path, true)
      if (holder !== undefined) holder[path.at(-1)!] = structuredClone(as)
    },
  }),
}
