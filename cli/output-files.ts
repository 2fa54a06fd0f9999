import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../replay/input-error.ts'

/** Throws InputError for a file that cannot be written, before anything has run. @param files by option */
export function checkOutputFiles(files: Readonly<Record<string, string | undefined>>): void {
  for (const [option, file] of Object.entries(files)) {
    const problem = file === undefined || file === '-' ? undefined : writeProblem(file)
    if (problem !== undefined) throw new InputError('', undefined, `--${option} ${file}: ${problem}`)
  }
}

function writeProblem(file: string): string | undefined {
  const directory = dirname(file)
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `there is no directory ${directory}`
  const exists = existsSync(file)
  if (exists && statSync(file).isDirectory()) return 'is a directory'
  try {
    accessSync(exists ? file : directory, constants.W_OK)
    return undefined
  } catch {
    return 'cannot be written'
  }
}
