// What changes with releases, told once for each room of the program: a room's dialect.ts is the only place with release numbers.

/** A value that depends on the release, with the changes that it has seen. */
export interface Changing<T> {
  readonly before: T
  /** Oldest first; `what` is one line for people: what is so from this minor release on. */
  readonly changes: readonly { minor: number; value: T; what: string }[]
}

/** False before the minor release, true from it on. `what`: a line for people that says what is so from then on. */
export const since = (minor: number, what: string): Changing<boolean> => ({
  before: false,
  changes: [{ minor, value: true, what }],
})

/** True before the minor release, false from it on. `what`: a line for people that says what is so from then on. */
export const until = (minor: number, what: string): Changing<boolean> => ({
  before: true,
  changes: [{ minor, value: false, what }],
})

/** One value before the first change, and another with each: `changing('old', [33, 'new', 'labels are named in messages'])`. */
export const changing = <T>(before: T, ...changes: (readonly [number, T, string])[]): Changing<T> => ({
  before,
  changes: changes.map(([minor, value, what]) => ({ minor, value, what })),
})

type Values<C> = { readonly [K in keyof C]: C[K] extends Changing<infer T> ? T : never }

/** A room's answers for a minor release, computed once for each. */
export interface Dialect<C> {
  (minor: number): Values<C>
  /** The room's name in `kepsim diff --behaviour`. */
  readonly room: string
  readonly entries: C
}

const valueAt = <T>({ before, changes }: Changing<T>, minor: number): T => {
  const last = changes.findLast((change) => change.minor <= minor)
  return last === undefined ? before : last.value
}

/** A room's dialect: `const podDialect = dialect('pods', { … })`, then `podDialect(server.minor).name`. */
export function dialect<C extends Record<string, Changing<unknown>>>(room: string, entries: C): Dialect<C> {
  const made = new Map<number, Values<C>>()
  const of = (minor: number): Values<C> => {
    let values = made.get(minor)
    if (values === undefined) {
      values = Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [name, valueAt(entry, minor)]),
      ) as Values<C>
      made.set(minor, values)
    }
    return values
  }
  return Object.assign(of, { room, entries })
}

/** The lines about changes after one minor release and up to another, of a dialect, oldest first. */
export const changesBetween = (
  { entries }: Dialect<Record<string, Changing<unknown>>>,
  after: number,
  upTo: number,
): { minor: number; what: string }[] =>
  Object.values(entries)
    .flatMap(({ changes }) => changes)
    .filter(({ minor }) => minor > after && minor <= upTo)
    .map(({ minor, what }) => ({ minor, what }))
    .sort((a, b) => a.minor - b.minor)
