import type { Step } from './step.ts'

/** What is said in a step without anything to do belongs to the next one, and so does its number. */
export function withoutEmpty(steps: readonly Step[]): Step[] {
  let left: Pick<Step, 'number' | 'accounts'> = { number: '', accounts: [] }
  return steps.flatMap((step) => {
    const accounts = [...left.accounts, ...step.accounts]
    const number = step.number === '' ? left.number : step.number
    const empty = step.actions.length === 0
    left = empty ? { number, accounts } : { number: '', accounts: [] }
    return empty ? [] : [{ ...step, number, accounts }]
  })
}

/** Statements before anything is done tell what it is all about. */
export function withoutPreamble(steps: readonly Step[]): Step[] {
  const first = steps.findIndex(({ actions }) => actions.some((action) => action.kind !== 'unread'))
  const before = steps.slice(0, first < 0 ? steps.length : first)
  const told = before.findLastIndex(doesSomething)
  const preamble = before.slice(told + 1).flatMap(({ accounts }) => accounts)
  const rest = [...steps.slice(0, told + 1), ...steps.slice(before.length)]
  for (const account of preamble) account.as = 'context'
  rest[told + 1]?.accounts.unshift(...preamble)
  return rest
}

/** A file alone, or a statement about the whole test, is nothing to do. */
export const doesSomething = ({ actions }: Step): boolean =>
  actions.some(
    (a) => a.kind !== 'file' && a.kind !== 'claim' && !(a.kind === 'unread' && a.what === 'statement'),
  )
