// What the table says, by the names that programs are called by.
import type { Program } from './program.ts'
import { keywords, others, programs } from './table.ts'

const rows = Object.entries<Program>(programs)

/** Every name of a program. */
const byName: ReadonlyMap<string, Program> = new Map([
  ...[...others, ...keywords].map((name) => [name, {}] as const),
  ...rows.flatMap(([name, row]) => [name, ...(row.also ?? [])].map((one) => [one, row] as const)),
])

/** The row of a program; undefined for an unknown one. */
export const programNamed = (name: string): Program | undefined => byName.get(name)

/** Whether a program's row has a property. */
export const isKnownAs = (
  name: string,
  what: { [Key in keyof Program]-?: true extends Program[Key] ? Key : never }[keyof Program],
): boolean => byName.get(name)?.[what] === true

/** The names of the programs whose row satisfies the condition. */
export const namesWhere = (holds: (program: Program) => boolean): string[] =>
  [...byName].filter(([, program]) => holds(program)).map(([name]) => name)

/** The names as a part of a regular expression: `kubectl|kubectl\.sh|k`. */
export const alternatives = (names: readonly string[]): string =>
  names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|')

/** Whether a program is kubectl itself, rather than what only takes its arguments. */
export function isKubectl(name: string): boolean {
  const { client, asksComponents } = byName.get(name) ?? {}
  return client === true && asksComponents === true
}

/** Where hack/local-up-cluster.sh starts the components from, in a checkout of kubernetes. */
export const localBinaries = '_output/local/bin/linux/amd64'

/** The paths in a checkout of kubernetes that are commands of the machine, each with its command. */
export const checkedOut = (): (readonly [path: string, command: string])[] =>
  rows.flatMap(([, { checkout, byPath }]) => {
    if (checkout === undefined || byPath === undefined) return []
    const built = checkout.startsWith('_output/bin/') ? [`${localBinaries}/${byPath}`] : []
    return [checkout, ...built].map((path) => [path, byPath] as const)
  })
