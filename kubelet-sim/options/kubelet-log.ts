// Upstream: klog/v2 (text), component-base/logs/json (JSON)
import { klogLogger, type Severity } from '../../component-base/klog.ts'
import type { KubeletLogger } from './prepare-kubelet.ts'

interface LogOptions {
  write: (line: string) => void
  now: () => number
  pid?: number
}

function jsonLine(now: number, message: string, severity: Severity, values: object): string {
  const level = severity === 'E' ? {} : { v: 0 }
  return `${JSON.stringify({ ts: now, caller: 'kubelet/kepsim.go:1', msg: message, ...level, ...values })}\n`
}

/** A logger that writes klog's text until the configuration asks for JSON. */
export function kubeletLog(options: LogOptions): KubeletLogger {
  const text = klogLogger({ ...options, source: 'server.go:1' })
  let json = false
  const write = (severity: Severity, message: string, values: object): void =>
    options.write(jsonLine(options.now(), message, severity, values))
  return {
    log: (severity, message) => (json ? write(severity, message, {}) : text.log(severity, message)),
    logS: (severity, message, values = {}) =>
      json ? write(severity, message, values) : text.logS(severity, message, values),
    setFormat: (format) => {
      json = format === 'json'
    },
  }
}
