// What was thrown, in words: other people's modules throw anything, also what cannot be made a text.
import { inspect } from 'node:util'

/** The message of an error, or what else was thrown as a text. Does not throw. */
export const messageOf = (thrown: unknown): string =>
  words(thrown, () => (thrown instanceof Error ? `${thrown.message}` : String(thrown)))

/** As {@link messageOf}, with the name of an error: `TypeError: x is not a function`. Does not throw. */
export const namedMessageOf = (thrown: unknown): string =>
  words(thrown, () =>
    thrown instanceof Error ? `${String(thrown.name)}: ${thrown.message}` : String(thrown),
  )

function words(thrown: unknown, plain: () => string): string {
  try {
    return plain()
  } catch {
    return inspected(thrown)
  }
}

/** One line, without running what a getter or a proxy has to say. */
function inspected(thrown: unknown): string {
  try {
    return inspect(thrown, { customInspect: false, depth: 1, breakLength: Number.POSITIVE_INFINITY }).split(
      '\n',
    )[0]!
  } catch {
    const stack = memberOf(thrown, 'stack')
    return typeof stack === 'string' ? stack.split('\n')[0]! : 'something that cannot be shown'
  }
}

/** A member of what was thrown; undefined where it has none, or cannot be asked. */
export function memberOf(thrown: unknown, name: string): unknown {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
