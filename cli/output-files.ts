import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../replay/input-error.ts'

/** Throws InputError for a file that could not be written in the end, before anything has run. @param files by option */
export function checkOutputFiles(files: Readonly<Record<string, string | undefined>>): void {
  for (const [option, file] of Object.entries(files))
    if (file !== undefined && file !== '-' && !existsSync(dirname(file)))
      throw new InputError('', undefined, `--${option} ${file}: there is no directory ${dirname(file)}`)
}
