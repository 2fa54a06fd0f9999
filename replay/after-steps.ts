// "After step 2 there are two Pods": results that stand apart from the steps, each looked at where its step ends.
import { type Action, commandsOf, type Step } from './step.ts'

const afterStep = /^\W*(?:(?:right|directly|immediately)\s)?after step (\d{1,2}(?:\.\d{1,2}){0,2})\b/i

/** The number of the step after which a claim holds; undefined where it names none. */
const stepNamed = (action: Action): string | undefined =>
  action.kind === 'claim' ? afterStep.exec(action.claim.text)?.[1] : undefined

/** The last one with commands of the item of that number before a step, the first that has it; undefined where none has. */
function stepOf(number: string, before: readonly Step[]): Step | undefined {
  const isIt = (one: Step | undefined): boolean => one !== undefined && (one.item ?? one.number) === number
  const first = before.findIndex((one) => isIt(one) && commandsOf(one).length > 0)
  if (first < 0) return undefined
  const next = before.findIndex((one, at) => at > first && !isIt(one))
  return before.slice(first, next < 0 ? undefined : next).findLast((one) => commandsOf(one).length > 0)
}

/**
 * Steps whose claims of an earlier step, by its number, stand at the end of that one; what says nothing else is no step any more, and is
 * accounted for where it is judged.
 */
export function withResultsAtSteps(steps: readonly Step[]): Step[] {
  const left: Step[] = []
  for (const step of steps) {
    const moved = new Map<Action, Step>()
    for (const action of step.actions) {
      const number = stepNamed(action)
      const target = number === undefined ? undefined : stepOf(number, left)
      if (target !== undefined) moved.set(action, target)
    }
    for (const [action, target] of moved) target.actions.push(action)
    if (moved.size === 0 || moved.size < step.actions.length)
      left.push({ ...step, actions: step.actions.filter((action) => !moved.has(action)) })
    else [...moved.values()].at(-1)!.accounts.push(...step.accounts)
  }
  return left
}
