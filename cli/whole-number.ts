import { InputError } from '../replay/input-error.ts'

/** The value of `--name`, from 1. Throws InputError. */
export function wholeNumber(text: string, name: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new InputError('', undefined, `--${name} ${text}: write a whole number from 1`)
  return value
}
