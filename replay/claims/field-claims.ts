// Claims about each field of each subject.
import type { ClaimBody, FieldName, FieldTest, Subject } from './claim.ts'
import type { FieldPhrase } from './field-phrases.ts'
import { isGateName, stageCalled } from './gate-remarks.ts'
import { objectStates, opposites } from './lexicon.ts'

/** An object with the member `subject`, or without it where it is undefined. */
export const optional = (subject: Subject | undefined): { subject?: Subject } =>
  subject === undefined ? {} : { subject }

/** The claims about each field of each subject. */
export function fieldClaims({ fields, subjects }: FieldPhrase, test: FieldTest): ClaimBody[] {
  const of = subjects.length === 0 ? [undefined] : subjects
  return of.flatMap((subject) => fields.map((field) => fieldClaim(field, subject, test)))
}

function fieldClaim(field: FieldName, subject: Subject | undefined, test: FieldTest): ClaimBody {
  const condition = { kind: 'condition', condition: field.name, ...optional(subject) } as const
  if (field.of === 'condition') {
    if (test.is === 'set' || test.is === 'kept') return { ...condition, present: true }
    if (test.is === 'unset') return { ...condition, present: false }
    if (test.is === 'equals') return { ...condition, present: true, status: test.value }
  }
  if (isStatus(field) && (test.is === 'equals' || test.is === 'differs')) {
    const word = test.value.toLowerCase()
    return {
      kind: 'state',
      ...optional(subject),
      state: objectStates[word] ?? word,
      negated: test.is === 'differs',
    }
  }
  return standingOfGate(field, test) ?? { kind: 'field', field, ...optional(subject), test }
}

/** "`JobSuccessPolicy` is GA": no object has such a field. */
function standingOfGate({ name, of }: FieldName, test: FieldTest): ClaimBody | undefined {
  const stage = test.is === 'equals' && of === undefined ? stageCalled(test.value) : undefined
  return stage === undefined || !isGateName.test(name)
    ? undefined
    : { kind: 'gate standing', gate: name, test: { stage } }
}

/** The claim that a field has a value, or another one. @param name as in {@link FieldName} */
export const namedFieldIs = (
  subject: Subject,
  name: string,
  value: string,
  negated: boolean,
): ClaimBody[] => [
  { kind: 'field', field: { name }, subject, test: { is: negated ? 'differs' : 'equals', value } },
]

/** "The status is `Bound`" speaks of the state that a table shows. */
const isStatus = ({ name, of }: FieldName): boolean => of === undefined && /^(?:status|state)$/i.test(name)

/** The opposite test where `negated`, else the test; undefined for a test that has no opposite. */
export function negate(test: FieldTest, negated: boolean): FieldTest | undefined {
  if (!negated) return test
  if (test.is === 'equals') return { is: 'differs', value: test.value }
  if (test.is === 'differs') return { is: 'equals', value: test.value }
  const opposite = opposites[test.is]
  return opposite === undefined ? undefined : ({ is: opposite } as FieldTest)
}
