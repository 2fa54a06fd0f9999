// Command lines of components: flags given, changed and taken away, as `--flag=value`, `--flag value` or `--flag`.
import { gatesIn } from '../../featuregates/parse-gates.ts'

interface Found {
  at: number
  /** How many words it takes. */
  words: number
  value: string | undefined
}

function occurrences(args: readonly string[], flag: string): Found[] {
  const found: Found[] = []
  for (const [at, word] of args.entries()) {
    if (word.startsWith(`--${flag}=`)) found.push({ at, words: 1, value: word.slice(flag.length + 3) })
    if (word !== `--${flag}`) continue
    const next = args[at + 1]
    const own = next !== undefined && !next.startsWith('-')
    found.push({ at, words: own ? 2 : 1, value: own ? next : undefined })
  }
  return found
}

const written = (flag: string, value: string | undefined): string =>
  value === undefined ? `--${flag}` : `--${flag}=${value}`

function replaced(args: readonly string[], { at, words }: Found, by: readonly string[]): string[] {
  return [...args.slice(0, at), ...by, ...args.slice(at + words)]
}

/** With the flag set once, where it stood or at the end. */
export function withFlag(args: readonly string[], flag: string, value: string | undefined): string[] {
  const [first, ...others] = occurrences(args, flag)
  if (first === undefined) return [...args, written(flag, value)]
  const once = others.reverse().reduce<string[]>((words, one) => replaced(words, one, []), [...args])
  return replaced(once, first, [written(flag, value)])
}

/**
 * Without the flag.
 * @param value only where it has that value; undefined: whatever it has
 * @returns undefined where there is nothing to take away
 */
export function withoutFlag(
  args: readonly string[],
  flag: string,
  value: string | undefined,
): string[] | undefined {
  const found = occurrences(args, flag).filter((one) => value === undefined || one.value === value)
  if (found.length === 0) return undefined
  return found.reverse().reduce<string[]>((words, one) => replaced(words, one, []), [...args])
}

/** With one part of a flag that is a list of `name=value` (`--feature-gates`, `--runtime-config`), in place of what it had. */
export function withPart(args: readonly string[], flag: string, name: string, value: boolean): string[] {
  const rest = withoutPart(args, flag, name, undefined) ?? [...args]
  const last = occurrences(rest, flag).at(-1)
  const part = `${name}=${value}`
  if (last === undefined) return [...rest, `--${flag}=${part}`]
  return replaced(rest, last, [
    written(flag, [last.value ?? '', part].filter((text) => text !== '').join(',')),
  ])
}

/**
 * Without one part of such a flag; without the flag where that was all it had.
 * @param was only where it has that value; undefined: whatever it has
 * @returns undefined where there is nothing to take away
 */
export function withoutPart(
  args: readonly string[],
  flag: string,
  name: string,
  was: boolean | undefined,
): string[] | undefined {
  let words = [...args]
  let taken = false
  for (const one of occurrences(args, flag).reverse()) {
    const parts = (one.value ?? '').split(',')
    const kept = parts.filter((part) => !isPart(part, name, was))
    if (kept.length === parts.length) continue
    taken = true
    words = replaced(words, one, kept.length === 0 ? [] : [written(flag, kept.join(','))])
  }
  return taken ? words : undefined
}

function isPart(part: string, name: string, was: boolean | undefined): boolean {
  if (part.split('=')[0]!.trim() !== name) return false
  return was === undefined || gatesIn(part)[name] === was
}
