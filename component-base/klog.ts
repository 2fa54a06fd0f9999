// Upstream: k8s.io/klog/v2 (text format)
import { ofSeconds } from './clock.ts'
import { goQuote } from './go/quote.ts'

/** The first character of a klog line: info, warning, error or fatal. */
export type Severity = 'I' | 'W' | 'E' | 'F'

/** Takes log lines. Each call is a line, or a block of lines for a value with line breaks. */
export interface Logger {
  /** Logs the message as it is (klog's printf form). */
  log(severity: Severity, message: string): void
  /** klog's structured form: `"message" key="value"`, with err first where given. */
  logS(severity: 'I' | 'E', message: string, values?: Readonly<Record<string, unknown>>): void
}

/** `"message" err="…" key="value"`: texts and errors quoted as Go does, everything else as plain JSON, several lines as `=<` blocks. */
export function formatStructured(message: string, values: Readonly<Record<string, unknown>> = {}): string {
  let out = goQuote(message)
  for (const [key, value] of Object.entries(values)) out += ` ${key}=${formatValue(value)}`
  return out
}

function formatValue(value: unknown): string {
  if (typeof value !== 'string' && !(value instanceof Error)) return JSON.stringify(value) ?? 'null'
  const text = typeof value === 'string' ? value : value.message
  if (text.includes('\n')) return `<\n\t${text.replaceAll('\n', '\n\t')}\n >`
  return goQuote(text)
}

/** V8 keeps a text that was put together as its parts, many times as large as the text: a log of thousands of lines stays. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** `1121 04:00:00` */
const secondText = ofSeconds((ms) => {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 19)}`
})

const milliseconds = (ms: number): string => String(((Math.floor(ms) % 1000) + 1000) % 1000).padStart(3, '0')

/** Lines as klog writes them: `I1121 04:00:00.000000       1 source.go:1] message`. */
export function klogLogger(options: {
  write: (line: string) => void
  now: () => number
  pid?: number
  source?: string
}): Logger {
  const place = `${String(options.pid ?? process.pid).padStart(7)} ${options.source ?? 'kepsim.go:1'}`
  const header = (severity: Severity): string => {
    const now = options.now()
    return `${severity}${secondText(now)}.${milliseconds(now)}000 ${place}] `
  }
  const write = (severity: Severity, message: string): void =>
    options.write(inOnePiece(`${header(severity)}${message}\n`))
  return {
    log: write,
    logS: (severity, message, values) => write(severity, formatStructured(message, values)),
  }
}

/** A logger that drops every line. */
export const silentLogger: Logger = { log() {}, logS() {} }
