// Programs of the shell's library that nest more deeply than it follows: it says so in words of its own.
import { tooDeepFor } from './too-deep.ts'

/** The errors and the exit code of a program of the library. */
interface Ended {
  stderr: string
  exitCode: number
}

/** In one line: that its own calls, or those that it may make, are too many. */
const saysSo = [
  /^[^\n]*Maximum call stack size exceeded\n?$/,
  /^[^\n]*\b(?:depth|nesting|recursion)\b[^\n]*\bexceeded\b[^\n]*\n?$/,
]
const own = new Set(['ExecutionLimitError', 'RangeError'])
/** Errors that show what they are about may be long, and have such words in it. */
const longest = 200

const isLimit = (text: string): boolean =>
  text.length < longest && saysSo.some((pattern) => pattern.test(text))

/**
 * Runs a program of the library.
 * @param name of the program
 * @returns what it came to, or `undefined` where its input is nested too deeply for it
 */
export async function withinDepth<T extends Ended>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await run()
    return result.exitCode !== 0 && isLimit(result.stderr) ? undefined : result
  } catch (error) {
    const { name, message } = error as Error
    if (own.has(name) && isLimit(message)) return undefined
    throw error
  }
}

/** The error and exit code of a program whose input is nested too deeply. */
export const tooDeepEnd = (name: string): Ended & { stdout: string } => ({
  stdout: '',
  stderr: `${name}: ${tooDeepFor('an input', 'terms or calls')}\n`,
  exitCode: 1,
})
