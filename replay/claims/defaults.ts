// What is said of defaults: that a field has a value shows that it is the default only where nobody has set it.
import { lastAppliedAnnotation } from '../../apimachinery/last-applied.ts'
import type { Claim } from './claim.ts'
import { fieldValues, foldName } from './object-fields.ts'
import { resolveSubject } from './subjects.ts'
import type { ClaimWorld } from './world.ts'

const ofDefault = /\bby default\b|\bdefaults? (?:to|value|is|of|for)\b|\bdefaulted to\b/i
/** Commands that may give a field a value. */
const sets =
  /\b(?:apply|create|patch|edit|replace|set|run|scale|expose|autoscale|label|annotate|sed)\b|\b(?:POST|PUT|PATCH)\b/

/** Whether a claim is of a default that objects need not have: nothing, false or zero. */
export const isEmptyDefault = (claim: Claim): boolean =>
  claim.kind === 'field' &&
  claim.test.is === 'equals' &&
  /^(?:0|false|""|''|none|nil|null|empty|\[\]|\{\})$/i.test(claim.test.value) &&
  ofDefault.test(claim.text)

/** Whether a claim is about a default, and what the document typed or applied has the field itself. */
export async function isDefaultGiven(claim: Claim, world: ClaimWorld): Promise<boolean> {
  if (!ofDefault.test(claim.text) || !isOfValue(claim)) return false
  const name = claim.kind === 'amount' ? claim.amount : lastName(claim.field.name)
  if (name === '') return false
  const isIn = (text: string): boolean => foldName(text).includes(name)
  if (world.commands.some(({ text }) => sets.test(text) && isIn(text))) return true
  const resolved = await resolveSubject(
    claim.subject,
    world,
    claim.kind === 'field' ? { has: (object) => fieldValues(object, claim.field).found } : {},
  )
  if ('why' in resolved) return false
  return resolved.objects.some(({ metadata }) => isIn(metadata.annotations?.[lastAppliedAnnotation] ?? ''))
}

type OfValue = Extract<Claim, { kind: 'field' | 'amount' }>
/** Whether it tells the value of a field: "a Deployment has one replica" does. */
const isOfValue = (claim: Claim): claim is OfValue =>
  (claim.kind === 'field' && claim.test.is === 'equals') ||
  (claim.kind === 'amount' && claim.amount === 'replicas' && claim.comparison === '==')
const lastName = (field: string): string =>
  foldName(field.split(/[./[\]"']+/).findLast((part) => part !== '') ?? '')
