// Upstream: k8s.io/component-base/logs/json (zapr)
import type { Logger, Severity } from '../../component-base/klog.ts'

/** `{"ts":1795226932172.376,"caller":"app/options.go:436","msg":"…","v":0,"file":"…"}`; errors carry `err` in place of `v`. */
export function jsonLogger(options: {
  write: (line: string, isError: boolean) => void
  now: () => number
  caller: string
  /** The verbosity that the lines have in `v` (default: 0). */
  v?: number
  /** The messages of `log` end with a line break. */
  breaks?: boolean
}): Logger {
  const line = (severity: Severity, message: string, values: Readonly<Record<string, unknown>>): void => {
    const { err, ...rest } = values
    const isError = severity === 'E' || severity === 'F'
    const level = isError ? (err === undefined ? {} : { err: errorText(err) }) : { v: options.v ?? 0 }
    const more = isError || err === undefined ? rest : { err: errorText(err), ...rest }
    const entry = { ts: options.now(), caller: options.caller, msg: message, ...level, ...more }
    options.write(`${JSON.stringify(entry)}\n`, isError)
  }
  return {
    log: (severity, message) => line(severity, options.breaks === true ? `${message}\n` : message, {}),
    logS: (severity, message, values = {}) => line(severity, message, values),
  }
}

const errorText = (err: unknown): unknown => (err instanceof Error ? err.message : err)
