import type { ExplicitCheck, ExplicitTest } from '../claims/explicit-check.ts'
import { otherThan } from './altered-lines.ts'

/** The check with another value, or the other way round. */
export function alteredChecks(check: ExplicitCheck): ExplicitCheck[] {
  return otherTests(check.test).map(({ test, told }) => ({
    ...check,
    test,
    text: `${check.command} ${told}`,
  }))
}

function otherTests(test: ExplicitTest): { test: ExplicitTest; told: string }[] {
  switch (test.is) {
    case 'equals':
    case 'contains': {
      const value = otherThan(test.value)
      return [
        {
          test: { ...test, value },
          told: `${test.is === 'equals' ? '==' : 'contains'} ${JSON.stringify(value)}`,
        },
      ]
    }
    case 'differs':
      return [{ test: { is: 'equals', value: test.value }, told: `== ${JSON.stringify(test.value)}` }]
    case 'lacks':
      return [{ test: { is: 'contains', value: test.value }, told: `contains ${JSON.stringify(test.value)}` }]
    case 'empty':
      return [{ test: { is: 'not-empty' }, told: 'is not empty' }]
    case 'not-empty':
      return [{ test: { is: 'empty' }, told: 'is empty' }]
    case 'succeeds':
      return [{ test: { is: 'fails' }, told: 'fails' }]
    case 'fails':
      return [{ test: { is: 'succeeds' }, told: 'succeeds' }]
    case 'matches':
    case 'compares':
      return []
  }
}
