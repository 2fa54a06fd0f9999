// What the table says, by the names that programs are called by.
import type { Program } from './program.ts'
import { others, programs } from './table.ts'

const rows = Object.entries<Program>(programs)

/** Every name of a program. */
const byName: ReadonlyMap<string, Program> = new Map([
  ...others.map((name) => [name, {}] as const),
  ...rows.flatMap(([name, row]) => [name, ...(row.also ?? [])].map((one) => [one, row] as const)),
])

/** Undefined for one that is not known. */
export const programNamed = (name: string): Program | undefined => byName.get(name)

/** Whether the table says so of a program. */
export const isKnownAs = (
  name: string,
  what: { [Key in keyof Program]-?: true extends Program[Key] ? Key : never }[keyof Program],
): boolean => byName.get(name)?.[what] === true

/** The names of the programs of which something is so. */
export const namesWhere = (holds: (program: Program) => boolean): string[] =>
  [...byName].filter(([, program]) => holds(program)).map(([name]) => name)

/** The names as a part of a regular expression: `kubectl|kubectl\.sh|k`. */
export const alternatives = (names: readonly string[]): string =>
  names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|')

/** What a checkout of kubernetes has of them: paths in it, and the commands of the machine that they are. */
export const checkedOut = (): (readonly [path: string, command: string])[] =>
  rows.flatMap(([, { checkout, byPath }]) =>
    checkout === undefined || byPath === undefined ? [] : [[checkout, byPath] as const],
  )
