import { checkFile } from './writable-place.ts'

/** Throws UsageError for a file that cannot be written, before anything has run. @param files by option */
export function checkOutputFiles(files: Readonly<Record<string, string | undefined>>): void {
  for (const [option, file] of Object.entries(files))
    if (file !== undefined && file !== '-') checkFile(`--${option}`, file)
}
