// Upstream: go.yaml.in/yaml/v2 (scannerc.go, parserc.go: the texts of errors; decode.go: their lines)
import type { YAMLParseError } from '../../component-base/yaml.ts'

/** A scanner's error names its own line, a parser's the one before (upstream counts from 0 there); the first line is not named. */
const at = (line: number, by: 'scanner' | 'parser'): string => {
  if (line <= 1) return ''
  return `line ${by === 'scanner' ? line : line - 1}: `
}

const values = 'mapping values are not allowed in this context'
const scanner: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'did not find expected alphabetic or numeric character',
  BAD_SCALAR_START: 'found character that cannot start any token',
  BLOCK_AS_IMPLICIT_KEY: values,
  BLOCK_IN_FLOW: values,
  MULTILINE_IMPLICIT_KEY: values,
  KEY_OVER_1024_CHARS: "could not find expected ':'",
  BAD_DQ_ESCAPE: 'found unknown escape character',
}

/** go-yaml's error of an escape that is no Unicode character. */
export const invalidEscapeCode = 'found invalid Unicode character escape code'

/** An error of go-yaml's scanner as it is told. @param line from 1 */
export const yamlScannerError = (line: number, problem: string): string => `${at(line, 'scanner')}${problem}`

/** go-yaml's text for the errors of the yaml package in one document: the usual mistakes exactly, rare ones nearly. */
export function yamlSyntaxError(errors: readonly YAMLParseError[], text: string): string {
  const [error] = errors as [YAMLParseError]
  const lines = text.split('\n')
  const line = error.linePos?.[0].line ?? 1
  const { code, message } = error
  if (code === 'TAB_AS_INDENT') {
    const isAfterText = endsInPlainText(lines.slice(0, line - 1))
    return `${at(line, 'scanner')}found ${isAfterText ? 'a tab character that violates indentation' : 'character that cannot start any token'}`
  }
  if (code === 'RESOURCE_EXHAUSTION') {
    const [, unknown] = /no anchor (\S+) is set/.exec(message) ?? []
    if (unknown !== undefined) return `unknown anchor '${unknown}' referenced`
    const [, own] = /stands in what it names: (\S+)/.exec(message) ?? []
    return own === undefined ? 'exceeded max depth of 10000' : `anchor '${own}' value contains itself`
  }
  if (/quote/.test(message)) return `${at(lines.length, 'scanner')}found unexpected end of stream`
  if (/^Flow (map|sequence)/.test(message)) return flowError(error, line, text)
  if (/^Implicit map keys need/.test(message)) return `${at(line + 1, 'scanner')}could not find expected ':'`
  if (/block-seq-ind on same line/.test(message))
    return `${at(line, 'scanner')}block sequence entries are not allowed in this context`
  if (code === 'BAD_DQ_ESCAPE' && /^\\U[0-9a-f]{8}/i.test(text.slice(error.pos[0])))
    return yamlScannerError(line, invalidEscapeCode)
  const known = scanner[code]
  if (known === values) return `${at(lineOfValue(errors, line, lines), 'scanner')}${known}`
  if (known !== undefined) return `${at(line, 'scanner')}${known}`
  return `${at(line, 'parser')}${blockError(error, lines.slice(0, line - 1))}`
}

/** Whether a text without quotes is the last of these lines: it would go on behind a tab. */
function endsInPlainText(lines: readonly string[]): boolean {
  const last = lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
  const value = last.replace(/^(?:- +)*/, '').replace(/^[^\s:]+: +/, '')
  return value !== '' && !/^["'[\]{}|>&*!%@`#-]|:$| #/.test(value)
}

/** A key that spans lines: the colon stands on a line below. */
function lineOfValue(errors: readonly YAMLParseError[], line: number, lines: readonly string[]): number {
  if (!errors.some((error) => error.code === 'MULTILINE_IMPLICIT_KEY')) return line
  const below = lines.findIndex((text, i) => i >= line && text.includes(':'))
  return below < 0 ? line : below + 1
}

/** The error of a flow collection that does not end. */
function flowError(error: YAMLParseError, line: number, text: string): string {
  const atEnd = error.pos[0] >= text.length
  const where = at(atEnd && !text.endsWith('\n') ? line + 1 : line, 'parser')
  if (atEnd && /[[{]\s*$/.test(text)) return `${where}did not find expected node content`
  return `${where}did not find expected ',' or '${/^Flow sequence/.test(error.message) ? ']' : '}'}'`
}

function blockError(error: YAMLParseError, above: readonly string[]): string {
  if (error.code === 'MULTIPLE_DOCS') return 'did not find expected <document start>'
  if (/in YAML stream|BAD_COLLECTION_TYPE/.test(error.message)) return 'did not find expected node content'
  return /^\s*-\s/.test(above.at(-1) ?? '')
    ? "did not find expected '-' indicator"
    : 'did not find expected key'
}
