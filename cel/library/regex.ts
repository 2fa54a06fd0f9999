// Regular expressions of RE2, which take a time that grows with the text's length and no faster.
import { RE2JS } from 're2js'
import { remembered } from '../../component-base/remembered.ts'
import { CelError } from '../values/value.ts'
import { expandedSize } from './pattern-size.ts'

/** Characters of a pattern: one that says more takes long to compile, however it is written. */
const maxPattern = 10_000
/** Elements of a pattern with its repetitions written out. Upstream: regexp/syntax maxSize, 3,355,443 of its instructions. */
const maxExpanded = 50_000
/** Elements of the patterns that are kept. */
const keptElements = 200_000

/** A compiled expression. */
export interface Regex {
  /** The steps that matching a text may take: what the text's length times that of the program is. A tenth of a microsecond each. */
  steps(text: string): number
  matches(text: string): boolean
  /** The matches in order, at most `limit` of them where it is not negative. */
  find(text: string, limit: number): string[]
}

/** Compiles a pattern; the error is worded as Go's. Deviates: none may have more than 10,000 characters, or 50,000 written out. */
export const regexOf: (pattern: string) => Regex | CelError = remembered(
  keptElements,
  compileRegex,
  expandedSize,
)

function compileRegex(pattern: string): Regex | CelError {
  if (pattern.length > maxPattern || expandedSize(pattern) > maxExpanded)
    return new CelError(`error parsing regexp: expression too large: \`${pattern}\``)
  try {
    const regex = RE2JS.compile(pattern)
    const size = regex.programSize()
    return {
      steps: (text) => size * text.length,
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
