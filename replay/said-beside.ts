// What a sentence that has its reader do something says beside that: "Restart the kubelet; all pods are running".
import { readClaims } from './claims/read-claims.ts'
import { statesOnItsOwn } from './claims/states-something.ts'
import { verbAt } from './instructions/verbs.ts'

/** A sentence's parts, each in its order. */
export interface SaidBeside {
  /** What is to be done. */
  told: string
  /** Statements, each as a sentence, and as it is joined to what stands before it. */
  said: { sentence: string; joined: string }[]
}

/** Where a statement may begin. */
const joint =
  /[;:]\s+|\s+(?:—|–|--)\s+|,\s+(?:and\s+|but\s+|so\s+)?|\s+(?:and|but|while|whereas)\s+|\s*\(|\)(?:\s+|(?=[.:]))/g
const leadIn = /^(?:(?:then|now|also|afterwards|again|finally|next|that)\b[\s,]*)+/i

/** Splits a sentence whose first part has its reader do something. */
export function saidBeside(text: string): SaidBeside {
  const masked = text.replace(/`[^`]*`|"[^"]*"|\[[^\][]*\]/g, (inner) => 'x'.repeat(inner.length))
  let told = ''
  let from = 0
  let before = ''
  const said: SaidBeside['said'] = []
  const take = (end: number, next: string): void => {
    const part = text.slice(from, end)
    const sentence = part.replace(leadIn, '').replace(/[\s.:;,]+$/, '')
    if (from > 0 && states(sentence)) said.push({ sentence, joined: `${before}${part}` })
    else told += `${before}${part}`
    from = end + next.length
    before = next
  }
  for (const { index, 0: mark } of masked.matchAll(joint)) take(index, mark)
  take(text.length, '')
  return { told, said }
}

/** "This is what the gate was in alpha": of what is done. */
const ofDoing = /^(?:this|that)\b/i
const states = (part: string): boolean =>
  verbAt(part) === undefined &&
  !ofDoing.test(part) &&
  (readClaims({ text: part, line: 0 }).kind === 'claims' || statesOnItsOwn(part))
