// Claims about fields and conditions: the object has the last word, and what a command of the step printed must agree.
import type { KubeObject } from '../../apimachinery/json.ts'
import { checkState } from './check-objects.ts'
import type { Claim, FieldName, FieldTest, Subject } from './claim.ts'
import { targetOf } from './command-target.ts'
import { conditionTypes } from './condition-types.ts'
import { testField, valuesText } from './field-test.ts'
import { kindTable } from './kind-table.ts'
import { fieldValues, foldName } from './object-fields.ts'
import { conditionsOf } from './object-states.ts'
import { lastPrinted } from './printed-objects.ts'
import type { Resolution, Resolved } from './resolved.ts'
import { asOthersHad, isComparison, sinceLastChange } from './since-change.ts'
import { type Clue, resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type FieldClaim = Extract<Claim, { kind: 'field' }>

/** Checks a field by the objects, and by the values that commands of the step printed; both must agree. */
export async function checkField(said: FieldClaim, world: ClaimWorld): Promise<ClaimResult> {
  if (
    said.field.name === '.status.reservedFor.name' &&
    (await world.objects('resourceslices.resource.k8s.io')).length > 0
  )
    return {
      verdict: 'unknown',
      why: 'devices are not allocated to claims',
      notSimulated: true,
      leavesNothing: true,
    }
  const object = objectMeant(said, world)
  if (object !== undefined) return checkState(object, world)
  const claim = withoutDecoded(said)
  const result = await sinceLastChange(claim, world, checkAsSaid)
  const { is } = claim.test
  // "is None": that there is none, or the value that some fields have.
  if (!((is === 'unset' && result.verdict === 'fails') || (is === 'set' && result.verdict === 'holds')))
    return result
  if (!/\bNone\b(?! of\b)/.test(claim.text)) return result
  const test = { is: is === 'unset' ? 'equals' : 'differs', value: 'None' } as const
  return checkAsSaid({ ...claim, test }, world)
}

/** "The Service `web` is gone": the name of one that the document made, rather than a field of it. */
function objectMeant(
  { field, test, subject, text, line }: FieldClaim,
  { documented }: ClaimWorld,
): StateClaim | undefined {
  if (subject?.resource === undefined || subject.names !== undefined || !/^[a-z][a-z0-9-]*$/.test(field.name))
    return undefined
  if (!documented.some(({ resource, name }) => resource === subject.resource && name === field.name))
    return undefined
  const state =
    test.is === 'unset' ? 'deleted' : test.is === 'set' || test.is === 'kept' ? 'existing' : undefined
  return (
    state && {
      kind: 'state',
      subject: { ...subject, names: [field.name] },
      state,
      negated: false,
      text,
      line,
    }
  )
}
type StateClaim = Extract<Claim, { kind: 'state' }>

async function checkAsSaid(claim: FieldClaim, world: ClaimWorld): Promise<ClaimResult> {
  if (claim.field.that === true) return unknown('the document names no field before it')
  const { field, test } = claim
  if (test.is === 'refused') return checkRefused(claim, world)
  if (claim.subject?.which === 'new' && (test.is === 'kept' || test.is === 'unchanged'))
    return unknown('what is new had nothing before')
  if (field.name === '')
    return judgePrinted(claim, world, undefined)?.result ?? unknown('no command of the step printed a value')
  const clue = {
    has: (object: KubeObject) => fieldValues(object, field).found,
    mayHave: (resource: string) => isKnownField(field, resource, world),
    newest: true,
  }
  const { resolved, names } = await resolveStill(claim, world, clue)
  const meant = names === undefined ? claim : { ...claim, subject: { ...claim.subject!, names } }
  const printed = judgePrinted(meant, world, 'why' in resolved ? undefined : resolved.resource)
  // Where no type has the field, that it is not there says nothing.
  if (test.is === 'unset' && printed?.result.verdict === 'holds' && isKnownField(field, '', world) === false)
    return unknown(`no type is known to have "${field.name}"`)
  if ('why' in resolved)
    return printed === undefined || isOfUnknown(claim, printed) ? unknown(resolved.why) : printed.result
  const judged = judgeObjects(resolved, claim, world)
  return printed === undefined ? judged : bothAgree(judged, printed, resolved, claim)
}

const speaksOfBefore = /\b(?:still|gone|lost|no longer|any ?more)\b/i

/** What an object still has, or has no longer, one that the step itself has made cannot be said to: then those from before are meant. */
async function resolveStill(
  { subject, text }: FieldClaim,
  world: ClaimWorld,
  clue: Clue,
): Promise<{ resolved: Resolution; names?: string[] }> {
  const resolved = await resolveSubject(subject, world, clue)
  if (!speaksOfBefore.test(text) || subject === undefined || subject.names !== undefined) return { resolved }
  if ('why' in resolved || resolved.earlier.length > 0 || subject.which !== undefined) return { resolved }
  const old = await resolveSubject({ ...subject, which: 'old' }, world, clue)
  if ('why' in old || old.objects.length === 0) return { resolved }
  return { resolved: old, names: old.objects.map(({ metadata }) => metadata.name ?? '') }
}

/** What is written as a field of the same object is. */
const isPath = (text: unknown): text is string =>
  typeof text === 'string' && /^\.(?:metadata|spec|status)(?:\.\w+)+$/.test(text)

/** "`.status.observedGeneration` is not `.metadata.generation`": the field whose value is meant. */
function otherField(test: FieldTest): string | undefined {
  if (test.is === 'same-as') return test.field
  const named = test.is === 'equals' || test.is === 'differs' ? test.value.replaceAll('`', '') : undefined
  return isPath(named) ? named : undefined
}

/** "The Secret's decoded password": the field has its own name. */
function withoutDecoded(claim: FieldClaim): FieldClaim {
  const name = claim.field.name.replace(/^(?:base64[ -])?decoded /, '')
  return name === claim.field.name || claim.subject?.kind !== 'Secret'
    ? claim
    : { ...claim, field: { ...claim.field, name } }
}

/** What a Secret keeps, as whoever made it wrote it. */
const decoded = (values: readonly unknown[]): unknown[] =>
  values.map((value) =>
    typeof value === 'string' && /^[\w+/]+={0,2}$/.test(value) && value.length % 4 === 0
      ? Buffer.from(value, 'base64').toString('utf8')
      : value,
  )

/** Whether a Secret's value is as claimed: as it is kept, or as its author wrote it; "decoded" means the latter alone. */
function testSecret(
  { test, text }: Pick<FieldClaim, 'test' | 'text'>,
  values: readonly unknown[],
): boolean | undefined {
  const plain = testField(test, decoded(values), undefined)
  if (/\bdecoded\b/i.test(text)) return plain
  const stored = testField(test, values, undefined)
  return test.is === 'equals' ? plain === true || stored : plain === true && stored
}

/** "`kubeProxyVersion` in the spec is empty": it is no field of that part, but of another one, which may be meant. */
const isElsewhere = (object: KubeObject, { within, ...field }: FieldName): boolean =>
  within !== undefined && fieldValues(object, field).found

/** Whether a field of an object is as claimed; of a field that holds a path, a path is its value. */
function testObject(
  object: KubeObject,
  claim: Pick<FieldClaim, 'field' | 'test' | 'text'>,
  before?: KubeObject,
): boolean | undefined {
  const { field, test } = claim
  const { values, found } = fieldValues(object, field)
  if (test.is === 'unset' && !found && isElsewhere(object, field)) return undefined
  const other = otherField(test)
  if (object.kind === 'Secret' && (test.is === 'equals' || test.is === 'differs'))
    return testSecret(claim, values)
  if (other === undefined || (test.is !== 'same-as' && values.some(isPath)))
    return testField(test, values, before === undefined ? undefined : fieldValues(before, field).values)
  const wanted = fieldValues(object, { name: other })
  const both = found && wanted.found
  if (test.is !== 'differs')
    return both && testField({ is: 'equals', value: valuesText(wanted.values) }, values, undefined)
  return both ? testField({ is: 'differs', value: valuesText(wanted.values) }, values, undefined) : undefined
}

interface Printed {
  result: ClaimResult
  /** The object's name was computed: which one it is, the command knows. */
  computed: boolean
  /** Of how many objects. */
  count: number
  /** The command that printed it. */
  by: string
}

/** "The slice of `other`", where what was printed was asked for without that name. */
const isOfUnknown = ({ subject }: FieldClaim, { by }: Printed): boolean =>
  subject?.of?.names?.some((name) => !by.includes(name)) === true

/** What was printed must agree; of whom it was printed, it says more than a claim that names nobody. */
function bothAgree(
  judged: ClaimResult,
  { result, computed, count }: Printed,
  resolved: Resolved,
  claim: FieldClaim,
): ClaimResult {
  const { subject } = claim
  // "All four", where three are there and were printed.
  if (isOfSome(resolved, subject) && count !== subject?.number) return judged
  if (computed && subject?.number !== 'all' && subject?.number !== 'both') {
    const some = resolved.objects.some((object) => testObject(object, claim) === true)
    if (some || result.verdict === 'fails') return result
  }
  if (judged.verdict === 'unknown' && !resolved.ambiguous) return result
  return result.verdict === 'fails' && judged.verdict === 'holds' ? result : judged
}

function judgePrinted(
  claim: FieldClaim,
  world: ClaimWorld,
  resource: string | undefined,
): Printed | undefined {
  const { field, test, subject } = claim
  if (!['set', 'unset', 'equals', 'differs', 'compares'].includes(test.is)) return undefined
  const printed = lastPrinted(world.commands, world.step, field, resource, subject?.names)
  if (printed === undefined) return undefined
  if (otherField(test) !== undefined && !printed.values.flat().some(isPath)) return undefined
  const results = printed.values.map((values) =>
    subject?.kind === 'Secret' ? testSecret(claim, values) : testField(test, values, undefined),
  )
  const saw = `the command printed ${valuesText(printed.values.flat())}`
  const computed = targetOf(printed.command)?.computed === true
  const by = printed.command.text
  const count = printed.values.length
  if (results.length === 0 || results.includes(undefined)) return undefined
  if (results.every((one) => one === true)) return { result: holds(true, saw), computed, count, by }
  return results.every((one) => one === false)
    ? { result: holds(false, saw), computed, count, by }
    : undefined
}

const isCustom = (resource: string): boolean => !kindTable.some((entry) => entry.resource === resource)

interface Judged {
  object: KubeObject
  values: unknown[]
  found: boolean
  result: boolean | undefined
}

function judgeObjects(resolved: Resolved, claim: FieldClaim, world: ClaimWorld): ClaimResult {
  const { field, subject } = claim
  const { objects, kind, earlier, resource } = resolved
  if (objects.length === 0 && claim.test.is === 'unset' && isCustom(resource))
    return unknown(`whether the field or the ${kind} is meant is not said`)
  if (objects.length === 0)
    return claim.field.plain && claim.subject === undefined
      ? unknown('it does not say of which objects')
      : noSuch(kind)
  if (subject?.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  if (isOfSome(resolved, subject)) return unknown(`which ${kind} is meant?`)
  const judged = objects.map((object): Judged => {
    const before =
      earlier.find((one) => one.metadata.uid === object.metadata.uid) ??
      // What was made anew under its name.
      (isComparison(claim.test) ? earlier.find((one) => isNamesake(one, object)) : undefined)
    const others = before === undefined ? asOthersHad(object, claim, resolved) : undefined
    return { object, ...fieldValues(object, field), result: others ?? testObject(object, claim, before) }
  })
  const nowhere = !judged.some((one) => one.found) && !earlier.some((one) => fieldValues(one, field).found)
  if (nowhere && !isKnownField(field, resource, world))
    return unknown(`no ${kind} is known to have "${field.name}"`)
  return together(judged, field, resolved)
}

const isNamesake = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean =>
  a.name === b.name && a.namespace === b.namespace

/** "two of the pods", where there are three. */
const isOfSome = ({ objects }: Resolved, subject: Subject | undefined): boolean =>
  typeof subject?.number === 'number' && objects.length !== subject.number

/** Whether absence of the field means something: it is written as a field is, or a schema has it. */
function isKnownField(field: FieldName, resource: string, world: ClaimWorld): boolean {
  if (isOfProgram(field, resource)) return false
  const last =
    field.name
      .split('.')
      .findLast((part) => !part.startsWith('['))
      ?.replace(/\[.*$/, '') ?? ''
  const known =
    (field.of === undefined || field.of === 'field') && /^[A-Za-z][\w -]*$/.test(last)
      ? world.hasField?.(resource, last)
      : undefined
  return known ?? (field.plain !== true || last === 'status' || last === 'spec')
}

/** `MODE` is a variable of the environment; a Pod that sets no host name has one nevertheless. */
const isOfProgram = ({ name, plain }: FieldName, resource: string): boolean =>
  /^[A-Z][A-Z\d_]+$/.test(name) || (resource === 'pods' && plain === true && foldName(name) === 'hostname')

function together(judged: readonly Judged[], field: FieldName, { kind, ambiguous }: Resolved): ClaimResult {
  const saw = judged
    .slice(0, 4)
    .map(({ object, values }) => `${kind} ${object.metadata.name}: ${field.name} is ${valuesText(values)}`)
    .join('; ')
  const results = new Set(judged.map(({ result }) => result))
  if (results.has(undefined)) return unknown(`cannot be told: ${saw}`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant? ${saw}`)
  return holds(!results.has(false), saw)
}

type ConditionClaim = Extract<Claim, { kind: 'condition' }>

/** A condition is one of the status, or a field of `conditions` (as endpoints have them). */
export async function checkCondition(claim: ConditionClaim, world: ClaimWorld): Promise<ClaimResult> {
  const clue = { has: (object: KubeObject) => hasCondition(object, claim.condition), newest: true }
  const resolved = await resolveSubject(claim.subject, world, clue)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous } = resolved
  if (objects.length === 0) return noSuch(kind)
  if (claim.subject?.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  if (isOfSome(resolved, claim.subject)) return unknown(`which ${kind} is meant?`)
  const judged = objects.map((object) => ({ object, ...judgeCondition(object, claim) }))
  const saw = judged
    .slice(0, 4)
    .map(({ object, saw: one }) => `${kind} ${object.metadata.name}: ${one}`)
    .join('; ')
  const results = new Set(judged.map(({ result }) => result))
  if (results.has(undefined)) return unknown(`cannot be told: ${saw}`)
  if (ambiguous && results.size > 1) return unknown(`which ${kind} is meant? ${saw}`)
  if (!claim.present && !results.has(false) && !isKnownCondition(claim.condition, resolved))
    return unknown(`no ${kind} is known to have a condition "${claim.condition}"`)
  return holds(!results.has(false), saw)
}

/** Whether that an object lacks a condition says anything: its kind has such ones, or one of them has it. */
function isKnownCondition(name: string, { kind, objects, earlier }: Resolved): boolean {
  const known = conditionTypes(kind)
  if (known === undefined || known.some((one) => foldName(one) === foldName(name))) return true
  // A readiness gate of a Pod, or what a document's own controller sets.
  return /[./]/.test(name) || [...objects, ...earlier].some((object) => hasCondition(object, name))
}

const hasCondition = (object: KubeObject, name: string): boolean =>
  conditionsOf(object).some((one) => foldName(String(one['type'])) === foldName(name)) ||
  fieldValues(object, { name }).found

function judgeCondition(
  object: KubeObject,
  { condition, present, status, reason, message }: ConditionClaim,
): { result: boolean | undefined; saw: string } {
  const found = conditionsOf(object).find((one) => foldName(String(one['type'])) === foldName(condition))
  if (found === undefined && reason === undefined && message === undefined) {
    const { values, found: asField } = fieldValues(object, { name: condition })
    if (asField)
      return {
        result: testField(fieldTestOf(present, status), values, undefined),
        saw: `${condition} is ${valuesText(values)}`,
      }
  }
  const saw = found === undefined ? `no condition ${condition}` : `${condition} is ${String(found['status'])}`
  if (reason !== undefined && found?.['reason'] !== reason)
    return { result: false, saw: `${saw}, reason ${String(found?.['reason'] ?? 'none')}` }
  if (message !== undefined && !String(found?.['message'] ?? '').includes(message))
    return { result: false, saw: `${saw}, message ${String(found?.['message'] ?? 'none')}` }
  if (status !== undefined)
    return {
      result:
        (found !== undefined &&
          [found['status'], found['reason']].some(
            (one) => String(one).toLowerCase() === status.toLowerCase(),
          )) === present,
      saw,
    }
  return { result: (found !== undefined) === present, saw }
}
const fieldTestOf = (present: boolean, status: string | undefined): FieldTest =>
  status === undefined
    ? { is: present ? 'set' : 'unset' }
    : { is: present ? 'equals' : 'differs', value: status }

/** "cannot be set": a command of the step tried to, and it was refused, or the object is as if it had not. */
async function checkRefused(claim: FieldClaim, world: ClaimWorld): Promise<ClaimResult> {
  const name = claim.field.name.slice(claim.field.name.lastIndexOf('.') + 1)
  const tried = world.commands.findLast(
    ({ step, text }) =>
      step === world.step &&
      /\b(?:patch|apply|edit|replace|create|set|label|annotate)\b|-X\s*(?:PUT|PATCH|POST)/.test(text) &&
      foldName(text).includes(foldName(name)),
  )
  if (tried === undefined) return unknown(`no command of the step tries to set ${claim.field.name}`)
  const said = tried.stderr + tried.stdout
  if (tried.exitCode !== 0)
    return /forbidden|invalid|unknown field|not allowed|denied|disabled|immutable|strict decoding/i.test(said)
      ? holds(true, firstLine(said))
      : unknown(`the command failed for another reason: ${firstLine(said)}`)
  if (/unknown field/i.test(said) && said.includes(name)) return holds(true, firstLine(said))
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const values = resolved.objects.flatMap((object) => fieldValues(object, claim.field).values)
  return resolved.objects.length === 0
    ? unknown(`there is no such ${resolved.kind}`)
    : holds(
        testField({ is: 'unset' }, values, undefined) === true,
        `${claim.field.name} is ${valuesText(values)}`,
      )
}
const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
