// Files of the cases of starts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StartCase } from './start-cases.ts'

/** Writes the files of a case into a folder; the answer are its flags. */
export function writeStart({ flags, config, files = {} }: StartCase, dir: string): string[] {
  const all = { ...files, ...(config === undefined ? {} : { 'config.yaml': config }) }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(dir, name), text.replaceAll('DIR', dir))
  return flags.map((flag) => flag.replaceAll('DIR', dir))
}
