// "Repeat steps 2-4", "repeat the deletion", "run the command again", "Repeat step 3, but disable the gate".
import type { Clause } from './clauses.ts'
import { gateEdits, writtenEdits } from './gates-in.ts'
import type { ActVerb, RepeatInstruction, Sentence, WantedEdit } from './instruction.ts'

const steps = /\bsteps?\s+#?(\d{1,3})(?:\s*(?:-|–|to|through|until|and)\s*#?(\d{1,3}))?/i
const deeds: readonly [RegExp, ActVerb][] = [
  [/\b(?:deletion|delet\w+|removal)\b/i, 'delete'],
  [/\b(?:creation|creat\w+)\b/i, 'create'],
  [/\bscal(?:ing|e)\b/i, 'scale'],
  [/\brestart(?:ing)?\b/i, 'restart'],
  [/\b(?:patch|modification|edit|update|change)\b/i, 'change'],
]
const asBefore = /^(?:repeat|do|execute|perform|run|follow|retry|try)$/

/** The instruction to do something once more; undefined where the clause tells no such. */
export function repeatIn({ verb, rest }: Clause, sentence: Sentence): RepeatInstruction | undefined {
  if (!asBefore.test(verb)) return undefined
  const what = whatIn(verb, rest)
  if (what === undefined) return undefined
  return { kind: 'repeat', what, but: otherwise(sentence.text), text: sentence.text, line: sentence.line }
}

function whatIn(verb: string, rest: string): RepeatInstruction['what'] | undefined {
  const numbered = steps.exec(rest)
  if (
    numbered !== null &&
    (verb === 'repeat' || /\b(?:again|same|as in|described in|from)\b/i.test(rest) || verb === 'follow')
  ) {
    const from = Number(numbered[1])
    return { steps: [from, Number(numbered[2] ?? numbered[1])] }
  }
  if (verb === 'follow') return undefined
  const again = verb === 'repeat' || /\b(?:again|once more|same|as (?:above|before))\b/i.test(rest)
  if (!again) return undefined
  if (/\bcommands?\b/i.test(rest)) return 'last command'
  if (
    /\b(?:above|previous|preceding|last|same|this|these)\b/i.test(rest) &&
    /\b(?:steps?|above|tests?|procedure|process|this|these|as (?:above|before))\b/i.test(rest)
  )
    return 'last step'
  if (verb !== 'repeat') return undefined
  const deed = deeds.find(([shape]) => shape.test(rest))
  return deed === undefined ? 'last step' : { verb: deed[1] }
}

/** "…, but disable `X`": what is otherwise. */
function otherwise(text: string): WantedEdit[] {
  const but = /\b(?:but|this time|except(?: that)?|with)\b[ ,]{1,3}([^.;]{3,200})$/i.exec(
    text.replace(/\s+and\s+(?:verify|check|confirm|observe).*$/i, ''),
  )?.[1]
  if (but === undefined) return []
  const written = writtenEdits(but)
  if (written.length > 0) return written
  const off = /\bdisabl\w*|\bturn(?:ed|ing)?\s+off\b|\boff\b/i.test(but)
  const on = /\benabl\w*|\bturn(?:ed|ing)?\s+on\b|\bon\b/i.test(but)
  return off || on ? gateEdits(but.replace(/^(?:re-?)?\w+\s+/, '').replace(/[\s,:]+$/, ''), !off) : []
}
