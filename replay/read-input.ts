import { readFileSync } from 'node:fs'
import { systemReason } from '../component-base/system-error.ts'
import { InputError } from './input-error.ts'

/** The bytes of a file that the user named. Throws InputError. */
export function readInputBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new InputError(file, undefined, systemReason(error) ?? String(error))
  }
}

/** The text of a file that the user named. Throws InputError. */
export const readInput = (file: string): string => readInputBytes(file).toString('utf8')
