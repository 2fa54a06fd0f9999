// Upstream: pkg/kubelet/util/env/env_util.go (ParseEnv), KEP-3721
import { trimRight } from '../component-base/go/quote.ts'

/** A kubelet's form of env files: `quoted` values stand in single quotes that are not part of them (1.35); `plain` ones take the line. */
export type EnvFileForm = 'plain' | 'quoted'

const badLine = (line: number, why = ''): Error =>
  new Error(`invalid environment variable format at line ${line}${why === '' ? '' : `: ${why}`}`)

/** The value of a variable of an env file; empty where the file has none of that name. Throws an Error with upstream's text. */
export const envFileValue = (text: string, key: string, form: EnvFileForm): string =>
  form === 'plain' ? plainValue(linesOf(text), key) : quotedValue(linesOf(text), key)

/** The lines of a file, as Go's bufio.Scanner splits them. */
const linesOf = (text: string): string[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))

const start = (line: string): string => line.replace(/^[ \t]+/, '')
const end = (line: string): string => trimRight(line, ' \t')
const isPassedOver = (line: string): boolean => line === '' || line.startsWith('#')

/** A line that ends in a backslash goes on in the next. */
function plainValue(lines: readonly string[], key: string): string {
  let begun: string | undefined
  for (const [i, one] of lines.entries()) {
    const line = start(one)
    if (isPassedOver(line)) {
      if (begun === undefined) continue
      throw badLine(i + 1, `${line === '' ? 'blank line' : 'comment'} in continuation`)
    }
    const whole: string = begun === undefined ? end(line) : `${begun} ${end(line)}`
    begun = whole.endsWith('\\') ? end(whole.slice(0, -1)) : undefined
    if (begun !== undefined) continue
    const at = whole.indexOf('=')
    const name = whole.slice(0, Math.max(at, 0)).trim()
    if (name === '') throw badLine(i + 1)
    if (name === key) return whole.slice(at + 1).trim()
  }
  if (begun !== undefined) throw new Error('unexpected end of file: unfinished line continuation')
  return ''
}

function quotedValue(lines: readonly string[], key: string): string {
  for (let i = 0; i < lines.length; i++) {
    const line = start(lines[i]!)
    if (isPassedOver(line)) continue
    const at = line.indexOf('=')
    if (at < 0) throw badLine(i + 1, "missing '='")
    const name = end(line.slice(0, at))
    if (name === '') throw badLine(i + 1, 'empty variable name')
    if (name.length < at) throw badLine(i + 1, "whitespace before '=' is not allowed")
    const given = line.slice(at + 1)
    // As a shell has it: the variable is empty.
    if (given !== start(given)) {
      if (name === key) return ''
      continue
    }
    if (!given.startsWith("'")) throw badLine(i + 1, 'value must be enclosed in single quotes')
    const first = i
    let value = given.slice(1)
    for (; !value.includes("'"); value += `\n${lines[i]}`)
      if (++i >= lines.length)
        throw new Error(
          `invalid environment variable format starting at line ${first + 1}: unclosed single quote`,
        )
    const closing = value.indexOf("'")
    if (!isPassedOver(start(value.slice(closing + 1))))
      throw badLine(i + 1, 'unexpected content after closing quote')
    if (name === key) return value.slice(0, closing)
  }
  return ''
}
