import type { Claim } from './claims/claim.ts'
import { readClaims } from './claims/read-claims.ts'
import type { Sentence } from './claims/sentence.ts'
import type { Terms } from './instructions/components-in.ts'
import type { Instruction } from './instructions/instruction.ts'
import { isImperative, readInstructions } from './instructions/read-instruction.ts'

/** What a sentence is, before it is known what stands around it. */
export interface Read extends Sentence {
  claims: Claim[]
  instructions: Instruction[]
  /** It has its reader do something, understood or not. */
  imperative: boolean
  /** It says something that the grammar does not read. */
  unread: boolean
}

export function readSentence(sentence: Sentence, terms: Terms): Read {
  const reading = readClaims(sentence)
  const rest = reading.kind === 'claims' ? reading.rest : sentence.text
  return {
    ...sentence,
    claims: reading.kind === 'claims' ? reading.claims : [],
    instructions: rest === undefined ? [] : readInstructions({ text: rest, line: sentence.line }, terms),
    imperative: rest !== undefined && isImperative(rest),
    unread: reading.kind === 'unread',
  }
}

/** Whether a sentence has its reader do something: the step begins there. @param announces commands follow it at once */
export const startsStep = ({ text, imperative, instructions }: Read, announces: boolean): boolean =>
  instructions.length > 0 || imperative || (announces && /:\s*$/.test(text))

/** "Verify that …": it speaks of what was done. */
export const isCheck = ({ claims, instructions }: Read): boolean =>
  claims.length > 0 && instructions.length === 0
