// A document on the disk: read as what it is, written as a whole or not at all.
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { InputError } from '../replay/input-error.ts'
import { readInput } from '../replay/read-input.ts'

/** Replaces the file in one step. Throws InputError where it has changed meanwhile. @param before the text that was read */
export function replaceDocument(file: string, before: string, text: string): void {
  if (readInput(file) !== before)
    throw new InputError(file, undefined, 'it was changed while it was run; nothing is written')
  const target = realpathSync(file)
  const temporary = `${target}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { mode: statSync(target).mode, flag: 'wx' })
    renameSync(temporary, target)
  } finally {
    rmSync(temporary, { force: true })
  }
}
