// How many nodes a sentence gives a cluster: "with 3 nodes", "a one-node cluster", "at least 4 workers".
import { numberWords } from '../claims/lexicon.ts'

/** How many nodes a cluster is to have. */
export interface NodeCount {
  count: number
  /** More will do. */
  atLeast: boolean
  /** The number that is written: 4 in "more than 4 nodes", which are 5 at least. */
  said: number
}

const counts: Readonly<Record<string, number>> = { ...numberWords, single: 1 }
/** "A worker" tells of one; "a node" and "a cluster" tell no number. */
const article = String.raw`an?(?=\s(?:worker|agent)\b)`
const counted = new RegExp(
  String.raw`(?<![\w.-])(\d{1,4}|${Object.keys(counts).join('|')}|${article})(\+|\sor\smore|\sor\sfewer)?[- ](?:(?:worker |agent )?nodes?|workers?|workloads?)\b`,
  'i',
)
const least = /\b(?:at\s+least|(?:a\s+)?minimum\s+of|not\s+(?:less|fewer)\s+than)\s*$/i
const most =
  /\b(?:at\s+most|up\s+to|(?:a\s+)?maximum\s+of|(?:no|not)\s+more\s+than|less\s+than|fewer\s+than)\s*$/i
const more = /\b(?:more|greater)\s+than\s*$/i

/** The number of nodes that a text gives a cluster; undefined where it says none, or only how many there are at most. */
export function nodeCountIn(text: string): NodeCount | undefined {
  const found = counted.exec(text)
  if (found === null) return undefined
  // "A worker of 1.29" may be one among others.
  if (/^an?$/i.test(found[1]!)) return { count: 1, atLeast: true, said: 1 }
  const said = counts[found[1]!.toLowerCase()] ?? Number(found[1])
  const before = text.slice(Math.max(0, found.index - 30), found.index)
  if (least.test(before)) return { count: said, atLeast: true, said }
  if (most.test(before) || /fewer/i.test(found[2] ?? '')) return undefined
  if (more.test(before)) return { count: said + 1, atLeast: true, said }
  return { count: said, atLeast: found[2] !== undefined, said }
}
