// Literals of a document in a text, each by what it stands for.

interface Place {
  readonly start: number
  readonly shown: string
  readonly real: string
}

const letter = /[A-Za-z0-9]/

/** Whether a literal at a place is one, and no part of another word or of a longer number or address. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? '']
  if (letter.test(before) || letter.test(after)) return false
  return (
    !(before === '.' && /\d/.test(text[start - 2] ?? '')) &&
    !(after === '.' && /\d/.test(text[end + 1] ?? ''))
  )
}

/**
 * The text with what its literals stand for, all at once: what one stands for is not taken for another.
 * @param literals pairs of a literal and what it stands for; of two at one place the longer one counts
 */
export function inPlaceOf(
  text: string,
  literals: Iterable<readonly [string, string]>,
): { text: string; found: [string, string][] } {
  const places: Place[] = []
  const found: [string, string][] = []
  for (const [shown, real] of literals) {
    const size = places.length
    for (let start = text.indexOf(shown); start >= 0; start = text.indexOf(shown, start + 1))
      if (isWhole(text, start, start + shown.length)) places.push({ start, shown, real })
    if (places.length > size) found.push([shown, real])
  }
  places.sort((a, b) => a.start - b.start || b.shown.length - a.shown.length)
  let [out, at] = ['', 0]
  for (const { start, shown, real } of places) {
    if (start < at) continue
    out += text.slice(at, start) + real
    at = start + shown.length
  }
  return { text: out + text.slice(at), found }
}
