import { isDeepStrictEqual } from 'node:util'

const most = 12

/** The places where two values differ, as `.spec.ports.0: want 80, got nothing`; at most a dozen. */
export function differences(want: unknown, got: unknown, path = '', out: string[] = []): string[] {
  if (out.length >= most || isDeepStrictEqual(want, got)) return out
  const comparable =
    typeof want === 'object' &&
    typeof got === 'object' &&
    want !== null &&
    got !== null &&
    Array.isArray(want) === Array.isArray(got)
  if (typeof want === 'string' && typeof got === 'string' && want.includes('\n')) {
    const [left, right] = [want.split('\n'), got.split('\n')]
    const line = left.findIndex((text, i) => text !== right[i])
    const at = line < 0 ? left.length : line
    out.push(`${path || '.'} line ${at + 1}: want ${short(left[at])}, got ${short(right[at])}`)
    return out
  }
  if (!comparable) {
    out.push(`${path || '.'}: want ${short(want)}, got ${short(got)}`)
    return out
  }
  const left = want as Record<string, unknown>
  const right = got as Record<string, unknown>
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    differences(left[key], right[key], `${path}.${key}`, out)
  return out
}

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 260 ? `${text.slice(0, 257)}...` : text
}
