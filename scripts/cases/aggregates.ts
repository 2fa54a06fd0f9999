/** `[a, b]` and `a` as a sorted list: messages of several errors come in random order. */
export function errorSet(text: string | null | undefined): string[] {
  if (text === null || text === undefined || text === '') return []
  if (!text.startsWith('[') || !text.endsWith(']')) return [text]
  const parts: string[] = []
  let depth = 0
  let start = 1
  const body = text.length - 1
  for (let i = 1; i < body; i++) {
    if (text[i] === '[') depth++
    else if (text[i] === ']' && depth > 0) depth--
    else if (depth === 0 && text.startsWith(', ', i)) {
      parts.push(text.slice(start, i))
      start = i + 2
    }
  }
  return [...parts, text.slice(start, body)].sort()
}

/** `features=[B A]` in a line of a log, sorted: the order is random. */
export const sortedFeatures = (line: string): string =>
  line.replace(
    /features=\[([^\]]*)\]/,
    (_all, names: string) => `features=[${names.split(' ').sort().join(' ')}]`,
  )
