// A document on the disk: read as what it is, written as a whole or not at all.
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { InputError } from '../replay/input-error.ts'
import { readInputBytes } from '../replay/read-input.ts'

/** The text of a document. Throws InputError for a missing file or one that is no UTF-8, which writing would change. */
export function readDocument(file: string): string {
  const bytes = readInputBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InputError(file, firstBadLine(bytes), 'this is not UTF-8')
  }
}

function firstBadLine(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n')
  return (
    1 +
    lines.findIndex((line) => {
      const part = Buffer.from(line, 'latin1')
      return !Buffer.from(part.toString('utf8')).equals(part)
    })
  )
}

/** Replaces the file in one step. Throws InputError where it has changed meanwhile. @param before the text that was read */
export function replaceDocument(file: string, before: string, text: string): void {
  if (readDocument(file) !== before)
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
