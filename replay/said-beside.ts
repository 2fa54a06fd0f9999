// What a sentence that has its reader do something says beside that: "Restart the kubelet; all pods are running".
import { readClaims } from './claims/read-claims.ts'
import { statesOnItsOwn } from './claims/states-something.ts'
import { verbAt } from './instructions/verbs.ts'

/** A sentence's parts, each in its order. */
export interface SaidBeside {
  /** What is to be done. */
  told: string
  /** Statements, each as a sentence. */
  said: string[]
}

/** Where a statement may begin. */
const joint =
  /;\s+|\s+(?:—|–|--)\s+|,\s+(?:and\s+|but\s+|so\s+)?|\s+(?:and|but|while|whereas)\s+|\s*\(|\)(?:\s+|(?=[.:]))/g
const leadIn = /^(?:(?:then|now|also|afterwards|again|finally|next|that)\b[\s,]*)+/i

/** What stands before a statement may begin is not looked at; the first part is what is to be done. */
export function saidBeside(text: string): SaidBeside {
  const masked = text.replace(/`[^`]*`|"[^"]*"|\[[^\][]*\]/g, (inner) => 'x'.repeat(inner.length))
  let told = ''
  let from = 0
  let before = ''
  const said: string[] = []
  const take = (end: number, next: string): void => {
    const part = text.slice(from, end)
    const sentence = part.replace(leadIn, '').replace(/[\s.:;,]+$/, '')
    if (from > 0 && states(sentence)) said.push(sentence)
    else told += `${before}${part}`
    from = end + next.length
    before = next
  }
  for (const { index, 0: mark } of masked.matchAll(joint)) take(index, mark)
  take(text.length, '')
  return { told, said }
}

const states = (part: string): boolean =>
  verbAt(part) === undefined &&
  (readClaims({ text: part, line: 0 }).kind === 'claims' || statesOnItsOwn(part))
