// Regular expressions of RE2, which take a time that grows with the text's length and no faster.
import { RE2JS } from 're2js'
import { remembered } from '../../component-base/remembered.ts'
import { CelError } from '../values/value.ts'

/** A compiled expression. */
export interface Regex {
  matches(text: string): boolean
  /** The matches in order, at most `limit` of them where it is not negative. */
  find(text: string, limit: number): string[]
}

/** Compiles a pattern; the error is worded as Go's. */
export const regexOf: (pattern: string) => Regex | CelError = remembered(500, compileRegex)

function compileRegex(pattern: string): Regex | CelError {
  try {
    const regex = RE2JS.compile(pattern)
    return {
      matches: (text) => regex.matcher(text).find(),
      find(text, limit) {
        const matcher = regex.matcher(text)
        const found: string[] = []
        while ((limit < 0 || found.length < limit) && matcher.find()) found.push(matcher.group() ?? '')
        return found
      },
    }
  } catch (error) {
    return new CelError((error as Error).message)
  }
}
