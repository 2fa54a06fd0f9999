import { parseDuration } from '../../component-base/go/duration.ts'

/** Flags of a Go program's command line, and what is left of it; `names`: those that take no value. */
export function goFlags(
  args: readonly string[],
  switches: readonly string[] = [],
): { flags: Map<string, string>; rest: string[] } {
  const flags = new Map<string, string>()
  const rest: string[] = []
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(args[i]!) ?? []
    if (name === undefined) rest.push(args[i]!)
    else flags.set(name, value ?? (switches.includes(name) ? 'true' : (args[++i] ?? '')))
  }
  return { flags, rest }
}

/** Milliseconds of a duration as Go writes them (`1m30s`, `0`); undefined for what is none. */
export function durationMs(text: string): number | undefined {
  try {
    return parseDuration(text)
  } catch {
    return undefined
  }
}

/** A line of Go's package log: `2026/01/01 00:00:00 TEXT`. */
export function goLogLine(now: number, text: string): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${time} ${text}\n`
}

/** A time as Go prints it: `2026-01-01 00:00:00.123 +0000 UTC m=+1.500000000`. */
export function goTime(now: number, since: number): string {
  const date = new Date(now).toISOString()
  const fraction = date.slice(20, 23).replace(/0+$/, '')
  const text = date.slice(0, 19).replace('T', ' ')
  return `${text}${fraction === '' ? '' : `.${fraction}`} +0000 UTC m=+${((now - since) / 1000).toFixed(9)}`
}
