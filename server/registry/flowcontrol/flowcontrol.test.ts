import { expect, it } from 'vitest'
import type { PriorityLevelConfigurationSpec } from '../../../api/flowcontrol-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateFlowSchemaSpec } from './flow-schema.ts'
import { validatePriorityLevelSpec } from './priority-level.ts'

it('wants subjects and rules of a flow schema', () => {
  const spec = {
    matchingPrecedence: 1,
    priorityLevelConfiguration: { name: 'p' },
    rules: [{ subjects: [{ kind: 'User', group: { name: 'g' } }] }],
  }
  expect(validateFlowSchemaSpec('x', spec, 36).map(errorText)).toEqual([
    "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
    'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
  ])
})

it('knows verbs, wildcards and paths', () => {
  const resource = { verbs: ['*', 'get'], apiGroups: [''], resources: ['pods'], namespaces: ['A'] }
  const other = { verbs: ['GET'], nonResourceURLs: ['/a*', '/b/*'] }
  const subjects = [{ kind: 'Group', group: { name: 'g' } }]
  const rules = [{ subjects, resourceRules: [resource], nonResourceRules: [other] }]
  const spec = { matchingPrecedence: 5, priorityLevelConfiguration: { name: 'p' }, rules }
  expect(validateFlowSchemaSpec('x', spec, 36).map((error) => error.field)).toEqual([
    'spec.rules[0].resourceRules[0].verbs',
    'spec.rules[0].resourceRules[0].namespaces[0]',
    'spec.rules[0].nonResourceRules[0].verbs',
    'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]',
  ])
})

const level = (spec: PriorityLevelConfigurationSpec, minor = 36): string[] =>
  validatePriorityLevelSpec('x', spec, {
    minor,
    sharesName: 'nominalConcurrencyShares',
    allowZeroShares: minor > 29,
  }).map(errorText)

it('wants the part of a priority level that its type names', () => {
  expect(level({})).toEqual(['spec.type: Required value'])
  expect(level({}, 33)).toEqual(['spec.type: Unsupported value: "": supported values: "Exempt", "Limited"'])
  expect(level({ type: 'Exempt' })).toEqual([
    "spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'",
  ])
  expect(level({ type: 'Limited' })).toEqual([
    'spec.limited: Required value: must not be empty when type is Limited',
  ])
})

it('deals a hand that the hash has bits for', () => {
  const queuing = { queues: 1024, handSize: 8, queueLengthLimit: 1 }
  expect(level({ type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing } } })).toEqual([
    'spec.limited.limitResponse.queuing.handSize: Invalid value: 8: required entropy bits of deckSize 1024 and handSize 8 should not be greater than 60',
  ])
})
