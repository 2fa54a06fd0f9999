/** A recorded case. */
export interface RecordedCase {
  id: string
  /** What the simulated component does in another way, for people; empty where nothing differs. */
  difference: () => string | Promise<string>
}

/** A kind of recorded cases. */
export interface CaseKind {
  /** Files of this kind below a folder of recordings, as paths relative to it; none where it has none. */
  files: (dir: string) => string[]
  /** The cases of one of these files. Nothing is started before a case is asked for its difference. */
  cases: (dir: string, file: string) => RecordedCase[]
  /** Its cases wait for components to start, so that several of them are run at the same time. */
  startsComponents?: boolean
}

/** The first of each kind, by the name that `kind` gives: a sample of many that are alike. */
export function firstOfEach<T>(all: readonly T[], kind: (one: T) => string): Set<T> {
  const first = new Map<string, T>()
  for (const one of all) if (!first.has(kind(one))) first.set(kind(one), one)
  return new Set(first.values())
}

/** What differs between two values as JSON; empty where they are the same. */
export function compareJson(expected: unknown, actual: unknown): string {
  const [want, got] = [JSON.stringify(expected, null, 1), JSON.stringify(actual, null, 1)]
  return want === got ? '' : lineDifference(want ?? '', got ?? '')
}

/** The result of the first call, for all that follow: what several cases are judged by. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}

/** The lines that only one of two texts has. */
function lineDifference(want: string, got: string): string {
  const [wanted, gotten] = [want.split('\n'), got.split('\n')]
  const only = (from: string[], other: string[], mark: string): string[] =>
    from.filter((line) => !other.includes(line)).map((line) => `${mark} ${line}`)
  const lines = [...only(wanted, gotten, '-'), ...only(gotten, wanted, '+')]
  return (lines.length === 0 ? ['the same lines in another order'] : lines).slice(0, 40).join('\n')
}
