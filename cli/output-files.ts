import { writeFileSync } from 'node:fs'
import { checkFile, shortened, tried } from './writable-place.ts'

/** Throws UsageError for a file that cannot be written, before anything has run. @param files by option */
export function checkOutputFiles(files: Readonly<Record<string, string | undefined>>): void {
  for (const [option, file] of Object.entries(files))
    if (file !== undefined && file !== '-') checkFile(`--${option}`, file)
}

/** Writes a file that an option names. Throws UsageError. */
export const writeOutput = (option: string, file: string, text: string): void =>
  tried(`${option} ${shortened(file)}`, () => writeFileSync(file, text))
