// Where the shell's library is not bash within words and expressions, written otherwise before a script runs.
import type { PipelineNode as Pipeline, WordNode } from 'just-bash'
import { splitRanges } from './brace-ranges.ts'
import { groupTerms, liftTerms } from './expression-terms.ts'

type Node = Record<string, unknown>

/**
 * Changes a node in place, but not what lies within it. Without it the library
 * - takes `"${NAME:-value}"` for an unbound variable with `set -u`, where that is the whole word;
 * - leaves out what a range of numbers has beyond 10,000;
 * - runs the commands of `$(( $(f) + 1 ))` as scripts of their own, which know none of the script's functions and variables.
 */
function amendWords(node: Node): void {
  if (node['type'] === 'Word' && Array.isArray(node['parts'])) guardDefault(node as unknown as WordNode)
  if (node['type'] === 'BraceExpansion') splitRanges(node as unknown as Parameters<typeof splitRanges>[0])
  if (node['type'] === 'Pipeline') groupTerms(node as unknown as Pipeline)
  for (const value of Object.values(node)) if (Array.isArray(value)) liftTerms(value)
}

/** Changes all words of a tree. */
export function amendAllWords(tree: unknown): void {
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) amendWords(node as Node)
    open.push(...Object.values(node))
  }
}

/** With nothing behind it the library looks for the variable before the default. */
function guardDefault(word: WordNode): void {
  const [part, ...more] = word.parts
  if (more.length > 0 || part?.type !== 'DoubleQuoted') return
  const [inner, ...others] = part.parts
  if (others.length > 0 || inner?.type !== 'ParameterExpansion' || /[@*]/.test(inner.parameter)) return
  if (/^(?:DefaultValue|AssignDefault|UseAlternative)$/.test(inner.operation?.type ?? ''))
    word.parts.push({ type: 'SingleQuoted', value: '' })
}
