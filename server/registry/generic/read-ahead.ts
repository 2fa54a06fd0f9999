// Expressions and patterns of an object are read before its rules compile all of them at once: in between others are served.
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newRequestEntityTooLarge } from '../../../apimachinery/status-error.ts'
import { baseEnvironment, type Environment } from '../../../cel/environment.ts'
import { expandedSize } from '../../../cel/library/pattern-size.ts'
import { regexOf } from '../../../cel/library/regex.ts'
import { tokensOf } from '../../../cel/parser/tokens.ts'
import { turns } from './pace.ts'

const kinds = new Set([
  'CustomResourceDefinition',
  'MutatingAdmissionPolicy',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingWebhookConfiguration',
])
const expressions = new Set(['expression', 'messageExpression', 'rule', 'valueExpression'])
/** Elements of a pattern, its repetitions written out, that take as long as a token of an expression. */
const elementsOfToken = 5

/** Tokens of all expressions of an object: the rest of compiling them is not done in steps. */
const mostTokens = 40_000
/** Tokens after which others are served. */
const tokensOfTurn = 1000

interface Reading {
  readonly tokens: number
  read(environment: Environment): void
}

function readingOf(key: string, text: string): Reading | undefined {
  if (expressions.has(key))
    return { tokens: tokensOf(text), read: (environment) => environment.readAhead(text) }
  if (key === 'pattern') return { tokens: expandedSize(text) / elementsOfToken, read: () => regexOf(text) }
  return undefined
}

/** What an object has to read. Throws 413 where that is too much. */
function readingsOf(object: KubeObject): Reading[] {
  const readings: Reading[] = []
  let tokens = 0
  const open: object[] = [object]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'object' && value !== null) open.push(value)
      const reading = typeof value === 'string' ? readingOf(key, value) : undefined
      if (reading === undefined) continue
      readings.push(reading)
      tokens += reading.tokens
      if (tokens > mostTokens)
        throw newRequestEntityTooLarge(`its expressions and patterns have more than ${mostTokens} tokens`)
    }
  return readings
}

/** Reads what an object of a minor release has of expressions and patterns. Rejects with 413 where that is too much. */
export function readAhead(object: KubeObject, minor: number): Promise<void> | undefined {
  return kinds.has(object.kind ?? '') ? readInTurns(readingsOf(object), minor) : undefined
}

async function readInTurns(readings: readonly Reading[], minor: number): Promise<void> {
  const environment = baseEnvironment(minor, 'new')
  let tokens = 0
  for (const reading of readings) {
    tokens += reading.tokens
    if (tokens > tokensOfTurn) {
      await turns()
      tokens = reading.tokens
    }
    reading.read(environment)
  }
}
