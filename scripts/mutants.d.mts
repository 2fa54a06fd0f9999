export interface Mutant {
  kind: 'value' | 'key' | 'less' | 'more' | 'word' | 'order' | 'claim' | 'title' | 'check'
  /** From 1. */
  line: number
  /** First and last line of what it belongs to. */
  unit: [number, number]
  /** What the line becomes. */
  lines: string[]
  /** How many lines after it go. */
  drops?: number
  /** What is changed, in a few words. */
  change: string
}
export function mutantsOf(text: string, roleOf: (line: number) => string | undefined): Mutant[]
export function mutated(
  text: string,
  mutants: readonly Mutant[],
): { text: string; at(line: number): number }
