// "The Namespace `team` is gone": what reads as a field of the Namespace is its name, where there is an object of that name.
import type { Claim, FieldTest, Subject } from './claim.ts'
import { kindTable } from './kind-table.ts'
import type { ClaimWorld } from './world.ts'

type FieldClaim = Extract<Claim, { kind: 'field' }>
type StateClaim = Extract<Claim, { kind: 'state' }>

const states: Readonly<Partial<Record<FieldTest['is'], Pick<StateClaim, 'state' | 'negated'>>>> = {
  set: { state: 'existing', negated: false },
  kept: { state: 'existing', negated: false },
  unset: { state: 'deleted', negated: false },
  unchanged: { state: 'changed', negated: true },
  changed: { state: 'changed', negated: false },
}

/** A name has one object; who says that there are two is wrong. */
const manyOf = (number: Subject['number'] | undefined): Subject['number'] =>
  typeof number === 'number' ? number : 'one'

/** "The Namespace `team` is Active". */
function stateNamed(value: string, negated: boolean): (typeof states)[FieldTest['is']] {
  return /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(value) ? { state: value.toLowerCase(), negated } : undefined
}

/** Of the one object that the document makes by a name that no field has. */
function resourceMade(name: string, { documented, hasField }: ClaimWorld): string | undefined {
  const [made, ...others] = new Set(documented.flatMap((one) => (one.name === name ? [one.resource] : [])))
  // All names of all types are read for it: last.
  return made === undefined || others.length > 0 || hasField?.('', name) === true ? undefined : made
}
const kindOf = (resource: string): string =>
  kindTable.find((entry) => entry.resource === resource)?.kind ?? resource

/** The claim about the object that a field claim means; undefined where no object of that kind is or was called so. */
export async function calledObject(claim: FieldClaim, world: ClaimWorld): Promise<StateClaim | undefined> {
  const { field, subject, test, text, line } = claim
  const said =
    test.is === 'equals' || test.is === 'differs'
      ? stateNamed(test.value, test.is === 'differs')
      : states[test.is]
  const resource = subject === undefined ? resourceMade(field.name, world) : subject.resource
  if (said === undefined || resource === undefined || subject?.names !== undefined) return undefined
  if (field.of !== undefined || field.plain === true || !/^[a-z0-9][a-z0-9.-]*$/.test(field.name))
    return undefined
  const known = (await world.objects(resource)).concat(await world.before(resource))
  const isThere =
    known.some(({ metadata }) => metadata.name === field.name) ||
    world.documented.some((one) => one.resource === resource && one.name === field.name)
  if (!isThere) return undefined
  return {
    kind: 'state',
    subject: {
      ...(subject ?? { kind: kindOf(resource), resource }),
      names: [field.name],
      number: manyOf(subject?.number),
    },
    ...said,
    text,
    line,
  }
}
