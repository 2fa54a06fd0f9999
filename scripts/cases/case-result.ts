/** The outcome of a recorded case. */
export interface CaseResult {
  id: string
  ok: boolean
  /** What differs, for people. */
  diff: string
}

/** A kind of recorded cases. */
export interface CaseKind {
  /** Files of this kind below a folder of recordings, as paths relative to it; none where it has none. */
  files: (dir: string) => string[]
  /** The cases of one of these files. */
  run: (dir: string, file: string) => AsyncIterable<CaseResult> | Iterable<CaseResult>
}

/** The result of comparing the expected with the actual value: equal JSON passes. */
export function compareJson(id: string, expected: unknown, actual: unknown): CaseResult {
  const [want, got] = [JSON.stringify(expected, null, 1), JSON.stringify(actual, null, 1)]
  return { id, ok: want === got, diff: want === got ? '' : lineDifference(want ?? '', got ?? '') }
}

/** The lines that only one of two texts has. */
export function lineDifference(want: string, got: string): string {
  const [wanted, gotten] = [want.split('\n'), got.split('\n')]
  const only = (from: string[], other: string[], mark: string): string[] =>
    from.filter((line) => !other.includes(line)).map((line) => `${mark} ${line}`)
  const lines = [...only(wanted, gotten, '-'), ...only(gotten, wanted, '+')]
  return (lines.length === 0 ? ['the same lines in another order'] : lines).slice(0, 40).join('\n')
}
