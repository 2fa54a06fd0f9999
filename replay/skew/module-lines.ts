// Lines of a scenario's module: of a stack, of an export, of an import.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A place in a module; both count from 1. */
export interface Position {
  line: number
  column: number
}

/** The innermost frame of a stack that is in `file`. */
export function positionIn(file: string, stack: string): Position | undefined {
  const url = pathToFileURL(resolve(file)).href
  for (const frame of stack.split('\n')) {
    for (const name of [url, resolve(file)]) {
      const at = frame.indexOf(`${name}:`)
      const place = at < 0 ? null : /^(\d+)(?::(\d+))?/.exec(frame.slice(at + name.length + 1))
      if (place !== null) return { line: Number(place[1]), column: Number(place[2] ?? 1) }
    }
  }
  return undefined
}

/** The line of a module's `export const NAME` or `export function NAME`; 1 where it has none. */
export function lineOfExport(file: string, name: string): number {
  return lineWhere(
    file,
    new RegExp(`^\\s*export\\s+(?:const|let|var|async\\s+function|function)\\s+${name}\\b`),
  )
}

/** The line of a module that imports something of this name; undefined where none does. */
export function lineOfImport(file: string, specifier: string): number | undefined {
  const name = basename(specifier)
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.findIndex((line) => /\b(?:from|import)\b/.test(line) && line.includes(name))
  return found < 0 ? undefined : found + 1
}

function lineWhere(file: string, wanted: RegExp): number {
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.findIndex((line) => wanted.test(line))
  return Math.max(found, 0) + 1
}
