// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (evalMessageExpression)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import type { Variables } from '../../../../cel/interpreter/frame.ts'
import type { Program } from '../../../../cel/program.ts'

const longest = 5 * 1024

/** The message of a messageExpression, and the budget that is left (negative: no further rules are evaluated). */
export interface Message {
  readonly text?: string
  /** An error in place of the message. Without either, the rule's own message is told. */
  readonly error?: string
  readonly budget: number
}

const trimmed = (text: string): string | undefined => {
  const inner = text.trim()
  return inner === '' || inner.includes('\n') || Buffer.byteLength(inner) > longest ? undefined : inner
}

/** Evaluates a messageExpression. A text that is empty, of several lines or too long is none. */
export function evaluateMessage(
  program: Program,
  source: string,
  variables: Variables,
  budget: number,
): Message {
  const result = program.evaluate(variables)
  if (result.cost > budget)
    return {
      error:
        'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      budget: -1,
    }
  const left = budget - result.cost
  if (result.error === undefined) {
    const text = typeof result.value === 'string' ? trimmed(result.value) : undefined
    return text === undefined ? { budget: left } : { text, budget: left }
  }
  if (!result.exceeded) return { budget: left }
  return {
    error: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${goQuote(source)}`,
    budget: -1,
  }
}
