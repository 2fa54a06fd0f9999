// Values of the flags that klog has itself, which components had until 1.25 (--vmodule of kube-proxy until 1.27).
// Upstream: k8s.io/klog/v2 klog.go
import { atoi, parseInteger } from '../go/numbers.ts'

const severities = ['INFO', 'WARNING', 'ERROR', 'FATAL']

/** The number of a severity, given by number or name in any case. Throws with Go's text. */
export function parseSeverity(text: string): number {
  const named = severities.indexOf(text.toUpperCase())
  return named >= 0 ? named : Number(parseInteger(text, 10, 32))
}

/** No place at which the stack is logged, as klog prints it. */
export const noTraceLocation = ':0'

/** A place in Go's sources, `file.go:234`; empty for none. Throws with klog's text. */
export function parseTraceLocation(text: string): string {
  if (text === '') return noTraceLocation
  const [file = '', line, more] = text.split(':')
  const number = line === undefined || more !== undefined ? undefined : lineNumber(line)
  if (number === undefined || !file.includes('.')) throw new Error('syntax error: expect file.go:234')
  if (number <= 0) throw new Error('negative or zero value for level')
  return `${file}:${number}`
}

function lineNumber(text: string): number | undefined {
  try {
    return Number(atoi(text))
  } catch {
    return undefined
  }
}

/** The items of --vmodule with a level, each `pattern=N`. Throws with klog's text. */
export const parseModuleSpec = (text: string): string[] =>
  text
    .split(',')
    .filter((item) => item !== '')
    .map(moduleLevel)
    .filter((item) => !item.endsWith('=0'))

function moduleLevel(item: string): string {
  const [pattern, level, more] = item.split('=')
  const number = pattern && level && more === undefined ? lineNumber(level) : undefined
  if (number === undefined || number >= 2 ** 31)
    throw new Error('syntax error: expect comma-separated list of filename=N')
  if (number < 0) throw new Error('negative value for vmodule level')
  return `${pattern}=${number}`
}
