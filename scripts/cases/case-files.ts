import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file as a list of one; an empty list where it is missing. */
export const present = (dir: string, file: string): string[] => (existsSync(join(dir, file)) ? [file] : [])

/** The files of a folder that have such names, in their order; an empty list where it is missing. */
export const presentIn = (dir: string, folder: string, shape: RegExp): string[] =>
  !existsSync(join(dir, folder))
    ? []
    : readdirSync(join(dir, folder))
        .filter((name) => shape.test(name))
        .sort()
        .map((name) => `${folder}/${name}`)

/** The contents of a JSON file of recordings. Throws where it is missing. */
export const readJson = <T>(dir: string, file: string): T =>
  JSON.parse(readFileSync(join(dir, file), 'utf8')) as T
