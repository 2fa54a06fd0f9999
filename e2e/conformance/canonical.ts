// What of an answer depends on when a second of the clock ends, and not on the server: times are written in whole seconds.

import { isObject } from '../../apimachinery/json.ts'

/** A copy of the answer without what depends on when a second ends. */
export function canonical<T>(value: T): T {
  const copy = structuredClone(value)
  makeCanonical(copy)
  return copy
}

/**
 * Makes an answer the one of {@link canonical}, in place, in all its `managedFields`: they are sorted, since the server orders them by
 * their times; and a manager that wrote over a condition of another's does not own `f:lastTransitionTime`, which it does only if a second
 * ended between the two writes.
 */
export function makeCanonical(value: unknown, key?: string): void {
  if (Array.isArray(value)) {
    for (const item of value) makeCanonical(item)
    if (key === 'managedFields') {
      value.sort((a, b) => compareText(managerKey(a), managerKey(b)))
      for (const entry of value) dropOvertakenTimes(entry)
    }
  } else if (isObject(value)) for (const [name, member] of Object.entries(value)) makeCanonical(member, name)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function managerKey(entry: unknown): string {
  const { operation, manager, apiVersion, subresource = '' } = isObject(entry) ? entry : {}
  return [operation, manager, apiVersion, subresource].join('\0')
}

/** Of conditions that the manager does not own as such (`.`), the time. */
function dropOvertakenTimes(entry: unknown): void {
  const conditions = memberOf(memberOf(memberOf(entry, 'fieldsV1'), 'f:status'), 'f:conditions')
  if (!isObject(conditions)) return
  for (const owned of Object.values(conditions))
    if (isObject(owned) && !('.' in owned)) delete owned['f:lastTransitionTime']
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
