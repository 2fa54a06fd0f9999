import { InputError } from '../replay/input-error.ts'

/** The value of `--name`, from 1 (or `least`). Throws InputError. */
export function wholeNumber(text: string, name: string, least = 1): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least)
    throw new InputError('', undefined, `--${name} ${text}: write a whole number from ${least}`)
  return value
}
