import { unshownIn } from './instructions/agrees.ts'
import { introduces } from './instructions/introduces.ts'
import { commandsOf, type Step } from './step.ts'

/** Whether a command of the step did what a sentence after it tells of. */
export function doneBy(step: Step | undefined, text: string): boolean {
  const done = step === undefined ? [] : commandsOf(step).map((command) => command.text)
  return done.length > 0 && introduces(text, done) && unshownIn(text, { done, shown: [] }) === undefined
}
