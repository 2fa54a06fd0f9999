import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Storage } from '../../interface.ts'
import { CorruptDataError } from '../data-problem.ts'
import { openLowdbStorage } from '../lowdb-storage.ts'

/** From 0 (included) to `bound` (excluded), whole. */
export type Draw = (bound: number) => number

/** What became of a damaged directory. `silent`: it was opened, and has not what it had. */
export type Outcome = 'refused' | 'unharmed' | `silent: ${string}`

/** A data directory, and the contents that reads of it give. */
export interface Original {
  directory: string
  /** The contents as {@link contentOf} prints them. */
  content: string
}

/** All stored objects with their revisions, printed as one text. */
export async function contentOf(storage: Storage): Promise<string> {
  const { records, revision } = await storage.list('')
  return [
    revision,
    ...records.map((r) => `${r.key} ${r.createRevision} ${r.modRevision} ${r.writtenBy} ${r.bytes}`),
  ].join('\n')
}

/** Regular files of a directory; sockets of locks are none. */
export const filesOf = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => statSync(join(directory, name)).isFile())
    .sort()

function copyOf(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { mode: 0o700 })
  for (const name of filesOf(from)) cpSync(join(from, name), join(to, name))
}

/** Damages a copy of the directory, and opens it. Throws what is no refusal. */
export async function tryDamaged(
  { directory, content }: Original,
  scratch: string,
  damage: (directory: string) => void,
): Promise<Outcome> {
  copyOf(directory, scratch)
  damage(scratch)
  const data = filesOf(scratch).filter((name) => name !== 'LOCK')
  const before = new Map(data.map((name) => [name, readFileSync(join(scratch, name))]))
  try {
    const storage = await openLowdbStorage({ directory: scratch, writtenBy: '1.34' })
    const found = await contentOf(storage)
    await storage.close()
    return found === content ? 'unharmed' : 'silent: it has other data'
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error
    const changed = [...before].find(([name, bytes]) => !readFileSync(join(scratch, name)).equals(bytes))
    if (changed !== undefined && changed[0] !== 'LOCK')
      return `silent: ${changed[0]} was changed by the refusal`
    return error.message.includes(scratch) ? 'refused' : 'silent: the refusal names no file'
  }
}

/** Flips a bit of a file; each file is as likely as another. @returns which */
export function flipBit(directory: string, draw: Draw): string {
  const names = filesOf(directory).filter((name) => statSync(join(directory, name)).size > 0)
  const name = names[draw(names.length)]!
  const content = readFileSync(join(directory, name))
  const [at, bit] = [draw(content.length), draw(8)]
  content[at]! ^= 1 << bit
  writeFileSync(join(directory, name), content)
  return `bit ${bit} of byte ${at} of ${name}`
}

/** @returns which */
export function deleteFile(directory: string, draw: Draw): string {
  const names = filesOf(directory)
  const name = names[draw(names.length)]!
  rmSync(join(directory, name))
  return name
}

/** Takes bytes from the end of a file. @returns which */
export function truncateFile(directory: string, draw: Draw): string {
  const names = filesOf(directory).filter((name) => statSync(join(directory, name)).size > 0)
  const name = names[draw(names.length)]!
  const content = readFileSync(join(directory, name))
  const length = draw(content.length)
  writeFileSync(join(directory, name), content.subarray(0, length))
  return `${name} to ${length} bytes`
}

/** Swaps the names of two files. @returns their names */
export function swapFiles(directory: string, draw: Draw): string {
  const names = filesOf(directory)
  const a = names.splice(draw(names.length), 1)[0]!
  const b = names[draw(names.length)]!
  const content = readFileSync(join(directory, a))
  cpSync(join(directory, b), join(directory, a))
  writeFileSync(join(directory, b), content)
  return `${a} and ${b}`
}
