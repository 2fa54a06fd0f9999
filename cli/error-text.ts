// The lines in which commands say what is wrong.
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { UnknownReleaseError } from '../component-base/release.ts'
import { systemErrorText } from '../component-base/system-error.ts'
import { messageOf } from '../component-base/thrown.ts'
import { InputError } from '../replay/input-error.ts'
import { withoutCommands } from '../replay/report/without-commands.ts'
import { stackText } from './error-stack.ts'
import { planErrorText } from './plan-option.ts'
import { UsageError } from './usage-error.ts'

/**
 * What a command prints where what it was given is wrong, or the system refuses it something; undefined: it is not that.
 * @param told the message of other errors of its input
 */
export function inputErrorText(
  name: string,
  error: unknown,
  told?: (error: unknown) => string | undefined,
): string | undefined {
  const planError = planErrorText(name, error)
  if (planError !== undefined) return `${planError}${stackText(error)}`
  const ofInput = [UsageError, FlagError, UnknownReleaseError].some((kind) => error instanceof kind)
  const own = error instanceof InputError ? error.located() : ofInput ? (error as Error).message : undefined
  const message = told?.(error) ?? own ?? systemErrorText(error)
  return message === undefined
    ? undefined
    : `kepsim ${name}: ${withoutCommands(message)}\n${stackText(error)}`
}

/** Of any error: commands that run what others wrote are thrown all kinds. */
export const errorText = (name: string, error: unknown): string =>
  inputErrorText(name, error) ?? `kepsim ${name}: ${withoutCommands(messageOf(error))}\n${stackText(error)}`
