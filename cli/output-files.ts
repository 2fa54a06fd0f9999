import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './usage-error.ts'
import { checkFile, kindOf, shortened, statOf, tried } from './writable-place.ts'

/**
 * Throws UsageError for a file that cannot be written, that is read too, or that two options name, before anything has run.
 *
 * @param files by option
 * @param read what the command line names beside them: documents, scenarios, plans; what is no file counts for nothing
 */
export function checkOutputFiles(
  files: Readonly<Record<string, string | undefined>>,
  read: readonly (string | undefined)[] = [],
): void {
  const taken = new Map<string, string>()
  for (const file of read)
    if (file !== undefined && kindOf(file) === 'file')
      taken.set(identity(file), 'it is read, and would be lost')
  for (const [option, file] of Object.entries(files)) {
    if (file === undefined || (file === '-' && option === 'json')) continue
    if (file === '-') throw new UsageError(`--${option} -: only --json writes to stdout; name a file`)
    checkFile(`--${option}`, file)
    // A pipe or a terminal takes what several write.
    if (kindOf(file) === 'other') continue
    const problem = taken.get(identity(file))
    if (problem !== undefined) throw new UsageError(`--${option} ${shortened(file)}: ${problem}`)
    taken.set(identity(file), `--${option} writes there too`)
  }
}

/** The same for all paths of a file; of one that is not there yet its path. */
function identity(file: string): string {
  const found = statOf(file)
  return found === undefined ? resolve(file) : `${found.dev}:${found.ino}`
}

/** Writes a file that an option names. Throws UsageError. */
export const writeOutput = (option: string, file: string, text: string): void =>
  tried(`${option} ${shortened(file)}`, () => writeFileSync(file, text))
