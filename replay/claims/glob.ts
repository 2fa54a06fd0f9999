// Patterns with `*` (any text) and `?` (one character); matching takes time in proportion to text and pattern.

/** The literal parts between the stars. */
export type Glob = readonly string[]

/** The literal parts of a pattern between its stars; several stars in a row count as one. */
export const readGlob = (pattern: string): Glob => pattern.replace(/\*+/g, '*').split('*')

/** Whether the whole text fits. */
export function globFits(glob: Glob, text: string): boolean {
  const [start = '', ...rest] = glob
  if (!fitsAt(start, text, 0)) return false
  if (rest.length === 0) return text.length === start.length
  const last = rest.pop()!
  let at = start.length
  for (const part of rest) {
    const found = indexOf(part, text, at)
    if (found < 0) return false
    at = found + part.length
  }
  const end = text.length - last.length
  return end >= at && fitsAt(last, text, end)
}

function indexOf(part: string, text: string, from: number): number {
  for (let at = from; at + part.length <= text.length; at++) if (fitsAt(part, text, at)) return at
  return -1
}

function fitsAt(part: string, text: string, at: number): boolean {
  if (at + part.length > text.length) return false
  for (let i = 0; i < part.length; i++) if (part[i] !== '?' && part[i] !== text[at + i]) return false
  return true
}
