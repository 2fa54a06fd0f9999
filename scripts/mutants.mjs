// What a document says, made false at one place at a time: the text itself, read without any help of the product's own reader.
// Left alone is what a document cannot know (ages, times, uids, addresses, generated names), what is next to an elision, and
// what it gives rather than expects (commands, files, manifests).
import { blocksOf, outputsOf } from './mutants/blocks.mjs'
import { outputMutants } from './mutants/outputs.mjs'
import { proseMutants } from './mutants/prose.mjs'

/**
 * One change. `value`, `key`: of an output; `less`, `more`: a line of it; `word`: of a text; `order`: of two lines; `claim`,
 * `title`, `check`: of the prose. `unit` is the first and the last line of what it belongs to: a command with its output, or a
 * sentence. `lines` stand in the place of the line, and of as many after it as `drops` says.
 * @typedef {{ kind: 'value' | 'key' | 'less' | 'more' | 'word' | 'order' | 'claim' | 'title' | 'check', line: number,
 *   unit: [number, number], lines: string[], drops?: number, change: string }} Mutant
 */

/**
 * @param {string} text of the whole document
 * @param {(line: number) => string | undefined} roleOf what `--list` takes the sentence for that begins in a line; only claims
 *   and titles are changed, as nobody holds the rest against anything
 * @returns {Mutant[]}
 */
export function mutantsOf(text, roleOf) {
  const lines = text.split(/\r?\n/)
  const blocks = blocksOf(lines)
  const within = (n) => blocks.some(({ from, to }) => n >= from && n <= to)
  const prose = lines.flatMap((line, i) => (within(i) ? [] : proseMutants(lines, i, line, roleOf)))
  const shown = blocks.flatMap((block) =>
    outputsOf(lines, block, roleOf).flatMap((output) =>
      outputMutants(lines, output).filter(({ kind }) => kind === 'key' || !isExample(lines, block)),
    ),
  )
  const seen = new Set()
  const isNew = ({ line, lines: other }) => {
    const key = `${line} ${other.join('\n')}`
    return other.join('\n') !== lines[line - 1] && !seen.has(key) && seen.add(key)
  }
  return [...prose, ...shown].filter(isNew).toSorted((a, b) => a.line - b.line)
}

/** Whether prose gives an output as an example: its keys count, and no values. */
const isExample = (lines, { from }) =>
  /\bsimilar to\b|\bfor example\b|\blike (?:this|that)\b|\blooks? like\b/i.test(
    lines.slice(Math.max(0, from - 2), from).join(' '),
  )

/**
 * The document with some mutants at once, no two of a unit.
 * @param {string} text
 * @param {readonly Mutant[]} mutants
 * @returns {{ text: string, at(line: number): number }} where a line of the document is now
 */
export function mutated(text, mutants) {
  const lines = text.split('\n')
  const others = new Map()
  for (const { line, lines: own, drops = 0 } of mutants) {
    others.set(line, own)
    for (let i = 1; i <= drops; i++) others.set(line + i, [])
  }
  const places = []
  const result = []
  for (const [i, line] of lines.entries()) {
    places.push(result.length + 1)
    result.push(...(others.get(i + 1) ?? [line]))
  }
  return { text: result.join('\n'), at: (line) => places[line - 1] ?? result.length }
}
