import { isUtf8 } from 'node:buffer'
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

/** The text of a file that the user named. Throws InputError for a missing file or one that is no UTF-8, which writing would change. */
export function readInput(file: string): string {
  const bytes = readInputBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InputError(file, firstBadLine(bytes), 'this is not UTF-8')
  }
}

function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start <= bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const part = bytes.subarray(start, end < 0 ? bytes.length : end)
    if (!isUtf8(part)) return line
    if (end < 0) break
    start = end + 1
  }
  return line
}
