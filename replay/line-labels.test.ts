import { expect, it } from 'vitest'
import { withoutLabel } from './line-labels.ts'

it.each<[string, string]>([
  ['**Operator:** check that it is', 'check that it is'],
  ['**Cluster admin**: upgrade', 'upgrade'],
  ['Developer: the Pod runs', 'the Pod runs'],
  ['[sre] drain the node', 'drain the node'],
  ['PASS: The Job has three Pods.', 'The Job has three Pods.'],
  ['✅ The Job has three Pods.', 'The Job has three Pods.'],
  ['_Observation:_ both are running', 'both are running'],
  ['Expected result: both are running', 'both are running'],
  ['2025-01-14\n: Created it', 'Created it'],
  ['**2025-01-14 10:30:** upgraded', 'upgraded'],
  ['14 January 2025 – upgraded', 'upgraded'],
  ['A: two, as before', 'two, as before'],
  ['**A:** both are running', 'both are running'],
  ['**What we saw:** both are running', 'both are running'],
  ['**Note:** both are running', 'both are running'],
  ['Event check: none', 'none'],
  ['Day 3: result: it is gone', 'it is gone'],
])('%s', (raw, left) => expect(withoutLabel(raw)).toBe(left))

it.each([
  'FAIL: The Job has three Pods.',
  '❌ The Job has three Pods.',
  'Not expected: both are running',
  'Unexpected result: both are running',
  'Without the operator: both are running',
  'pass: the Job',
  'Expected result:',
  'Result of the upgrade: none',
  '2025-01-14',
  'Operator `a`: it runs',
  'a: the Pod runs',
  'B: the Pod runs',
  'We saw: ',
])('keeps what says more: %s', (raw) => expect(withoutLabel(raw)).toBe(raw))
