import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file as a list of one; an empty list where it is missing. */
export const present = (dir: string, file: string): string[] => (existsSync(join(dir, file)) ? [file] : [])

/** The contents of a JSON file of recordings. Throws where it is missing. */
export const readJson = <T>(dir: string, file: string): T =>
  JSON.parse(readFileSync(join(dir, file), 'utf8')) as T
