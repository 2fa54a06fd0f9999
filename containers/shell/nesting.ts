// How deeply the commands of a script lie within each other, found before its text is read: the shell's library reads what lies within
// a command once more for each level.

import { CannotRun } from '../node-containers.ts'
import { tooDeepText } from './too-deep.ts'

const token = /\\[\s\S]|'[^']*'|"|`|[$<>]\(|\$\{|[()}]|\bcase\b|\besac\b/g

/** What is open: how many `case` are, in which a `)` ends a pattern. */
interface Open {
  closes: string
  cases: number
}

/** The most levels of `$(`, `(`, `${` and backquotes that a text opens within each other. Takes a time that grows with its length. */
export function nestingOf(script: string): number {
  const open: Open[] = []
  let [most, quoted] = [0, 0]
  for (const [found] of script.matchAll(token)) {
    const last = open.at(-1)
    if (found === 'case' && last !== undefined) last.cases++
    else if (found === 'esac' && last !== undefined) last.cases = Math.max(0, last.cases - 1)
    else if (found.startsWith("'")) quoted = Math.max(quoted, openingsIn(found))
    else if (last !== undefined && found === last.closes && (found !== ')' || last.cases === 0)) open.pop()
    else if (/^(?:[$<>]?\(|\$\{|`)$/.test(found))
      open.push({ closes: found === '`' ? '`' : found === '${' ? '}' : ')', cases: 0 })
    most = Math.max(most, open.length)
  }
  return Math.max(most, quoted)
}

/** Of what stands between quotes, which may be a script too, or in a here-document. */
const openingsIn = (quoted: string): number => {
  const text = quoted.slice(1, -1)
  return /[$<>]\(/.test(text) ? nestingOf(text) : 0
}

/** Characters that the library may read in all: it takes some tenths of a second for them. */
const mostRead = 4_000_000

/** @throws CannotRun where a script would hold up everything else while it is read */
export function checkNesting(script: string): void {
  if (nestingOf(script) * script.length > mostRead) throw new CannotRun(tooDeepText)
}
