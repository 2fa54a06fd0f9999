// False variants of a claim: a check that is worth something notices each of them.

import type { Claim, Comparison, ContainerTest, FieldTest, GateStandingTest, OutputTest } from './claim.ts'
import { complements } from './possession.ts'

/** Claims that say something else of the same things, none that holds whenever the claim does. */
export function alteredClaims(claim: Claim): Claim[] {
  switch (claim.kind) {
    case 'field':
      return [...alteredTests(claim.test).map((test) => ({ ...claim, test })), ...otherField(claim)]
    case 'condition':
      return claim.status === undefined
        ? [{ ...claim, present: !claim.present }]
        : [
            { ...claim, status: otherValue(claim.status) },
            { ...claim, present: !claim.present },
            ...(claim.reason === undefined ? [] : [{ ...claim, reason: otherValue(claim.reason) }]),
          ]
    case 'state':
      return [
        { ...claim, negated: !claim.negated },
        ...otherStates(claim.state).map((state) => ({ ...claim, state, negated: false })),
      ].filter((one) => !claim.negated || one.state === claim.state)
    case 'count':
    case 'members':
    case 'gone':
    case 'amount':
    case 'quota':
    case 'resources':
      return otherNumbers(claim.comparison, claim.number).map(([comparison, number]) => ({
        ...claim,
        comparison,
        number,
      }))
    case 'names':
      return [
        { ...claim, names: [...claim.names, 'other'] },
        { ...claim, names: claim.names.slice(1) },
      ]
    case 'alike':
      return [{ ...claim, same: !claim.same }]
    case 'element':
      return [{ ...claim, present: !claim.present }, ...alteredElement(claim)]
    case 'metric': {
      const { test } = claim
      return test.is !== 'value'
        ? [{ ...claim, test: { ...test, negated: !test.negated } }]
        : otherNumbers(test.comparison, test.number).map(([comparison, number]) => ({
            ...claim,
            test: { ...test, comparison, number },
          }))
    }
    case 'container':
      return alteredContainer(claim.test).map((test) => ({ ...claim, test }))
    case 'event':
      return [
        { ...claim, present: !claim.present },
        ...(claim.reason === undefined || !claim.present
          ? []
          : [{ ...claim, reason: otherValue(claim.reason) }]),
      ]
    case 'reason':
      return [
        { ...claim, negated: !claim.negated },
        ...(claim.negated ? [] : [{ ...claim, reason: otherValue(claim.reason) }]),
      ]
    case 'spread':
      return [{ ...claim, counts: claim.counts.map((count, i) => (i === 0 ? count + 1 : count)) }]
    case 'fragment':
      return alteredValues(claim.value).map((value) => ({ ...claim, value }))
    case 'value':
      return [{ ...claim, value: otherValue(claim.value) }]
    case 'rules':
      return [{ ...claim, present: !claim.present }]
    case 'owner':
      return [{ ...claim, negated: !claim.negated }]
    case 'pulls':
      return [{ ...claim, groups: [claim.groups.reduce((a, b) => a + b, 0)] }]
    case 'output':
      return alteredOutput(claim.test).map((test) => ({ ...claim, test }))
    case 'exit': {
      const { message, ...rest } = claim
      if (claim.status !== undefined) return [{ ...rest, status: claim.status + 1 }]
      if (claim.code !== undefined) return [{ ...rest, code: claim.code + 1 }]
      const flipped = { ...rest, fails: !claim.fails }
      return message === undefined ? [flipped] : [flipped, { ...claim, message: otherValue(message) }]
    }
    case 'gate':
      return [{ ...claim, enabled: !claim.enabled }]
    case 'gate standing':
      return alteredStandings(claim.test).map((test) => ({ ...claim, test }))
    case 'replacement':
      return [{ ...claim, created: claim.created === 'after' ? 'before' : 'after' }]
    case 'failed indexes':
      return [{ ...claim, recreated: !claim.recreated }]
    case 'traffic':
      return [{ ...claim, arrives: !claim.arrives }]
    case 'served':
    case 'access':
    case 'proxy mode':
    case 'grant':
    case 'known':
      return [{ ...claim, negated: !claim.negated }]
    case 'log':
      return [
        { ...claim, negated: !claim.negated },
        ...(claim.negated ? [] : [{ ...claim, says: otherValue(claim.says) }]),
      ]
    case 'stored':
      return [
        { ...claim, negated: !claim.negated },
        ...(claim.negated ? [] : [{ ...claim, as: claim.as === 'JSON' ? 'CBOR' : 'JSON' } as const]),
      ]
    case 'heartbeat':
    case 'unseen':
      return []
    case 'listed rules':
      return claim.endpoints === 'right'
        ? []
        : [{ ...claim, endpoints: claim.endpoints === 'all' ? 'node' : 'all' }]
    case 'under release':
      return [{ ...claim, release: `${claim.release}9` }]
    case 'component':
      return [
        { ...claim, running: !claim.running },
        // No release is followed by it.
        ...(claim.release === undefined ? [] : [{ ...claim, release: `${claim.release}9` }]),
      ]
  }
}

const alteredStandings = (test: GateStandingTest): GateStandingTest[] => [
  ...(test.default === undefined ? [] : [{ ...test, default: !test.default }]),
  ...(test.locked === undefined ? [] : [{ locked: !test.locked }]),
  ...(test.stage === undefined ? [] : [{ ...test, stage: test.stage === 'ALPHA' ? 'BETA' : 'ALPHA' }]),
]

/** What is not there either says as much. */
const alteredElement = (claim: Extract<Claim, { kind: 'element' }>): Claim[] =>
  claim.present ? [{ ...claim, value: otherValue(claim.value) }] : []

/** A name of no field. */
function otherField(claim: Extract<Claim, { kind: 'field' }>): Claim[] {
  const { field } = claim
  return /[a-z]$/i.test(field.name) ? [{ ...claim, field: { ...field, name: `${field.name}Zz` } }] : []
}

const alteredContainer = (test: ContainerTest): ContainerTest[] =>
  test.is === 'restarts'
    ? otherNumbers(test.comparison, test.number).map(([comparison, number]) => ({
        ...test,
        comparison,
        number,
      }))
    : [{ ...test, negated: !test.negated }]

function alteredTests(test: FieldTest): FieldTest[] {
  switch (test.is) {
    case 'set':
      return [{ is: 'unset' }]
    case 'unset':
      return [{ is: 'set' }]
    case 'equals':
      return [
        { is: 'differs', value: test.value },
        { is: 'equals', value: otherValue(test.value) },
      ]
    case 'differs':
      return [{ is: 'equals', value: test.value }]
    case 'compares':
      return otherNumbers(test.comparison, test.number).map(([comparison, number]) => ({
        is: 'compares',
        comparison,
        number,
      }))
    case 'unchanged':
      return [{ is: 'changed' }]
    case 'kept':
      return [{ is: 'unset' }, { is: 'changed' }]
    case 'changed':
      return [{ is: 'unchanged' }]
    case 'same-as':
      return [{ is: 'unset' }]
    case 'release':
      return [{ ...test, negated: !test.negated }]
    case 'refused':
      return [{ is: 'set' }]
  }
}

const otherStates = (state: string): string[] => {
  if (state === 'deleted' || state === 'terminated') return ['existing']
  return state === 'existing' || state === 'recreated'
    ? ['deleted']
    : [state === 'pending' ? 'running' : 'pending']
}

/** A value of the same shape that is another one. */
function otherValue(value: string): string {
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true' ? 'false' : 'true'
  if (/^-?\d+$/.test(value)) return String(Number(value) + 1)
  return value === '' ? 'x' : `${value}-x`
}

function otherNumbers(comparison: Comparison, number: number): [Comparison, number][] {
  return comparison === '=='
    ? [['==', number + 1], ...(number > 0 ? [['==', 0] as [Comparison, number]] : [])]
    : [[complements[comparison], number]]
}

function alteredOutput(test: OutputTest): OutputTest[] {
  switch (test.is) {
    case 'contains':
      return [
        { is: 'lacks', value: test.value },
        { is: 'contains', value: otherValue(test.value) },
      ]
    case 'lacks':
      return [{ is: 'contains', value: test.value }]
    case 'rows':
      return otherNumbers(test.comparison, test.number).map(([comparison, number]) => ({
        ...test,
        comparison,
        number,
      }))
    case 'empty':
      return [{ is: 'not-empty' }]
    case 'not-empty':
      return [{ is: 'empty' }]
    case 'warns':
      return [{ ...test, no: !test.no }]
  }
}

/** One scalar changed at a time. */
function alteredValues(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((one, i) => alteredValues(one).map((other) => value.with(i, other)))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      alteredValues(inner).map((other) => ({ ...value, [key]: other })),
    )
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  return value === null ? ['x'] : [otherValue(String(value))]
}
