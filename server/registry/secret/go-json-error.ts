/** What Go's encoding/json says of a text that is no JSON object; undefined where it is one (or null). Upstream: encoding/json */
export function goJsonObjectError(text: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return goJsonSyntaxError(text)
  }
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
  return `json: cannot unmarshal ${goJsonKind(value)} into Go value of type map[string]interface {}`
}

/** Go's word for a value of JSON. */
export const goJsonKind = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** What Go says of a text that is no JSON. */
export function goJsonSyntaxError(text: string): string {
  const trimmed = text.trimStart()
  if (trimmed === '') return 'unexpected end of JSON input'
  // The shortest beginning that no ending can save holds the character that Go names.
  for (let i = 1; i <= trimmed.length; i++) {
    if (isPrefixOfJson(trimmed.slice(0, i))) continue
    const char = trimmed[i - 1]!
    return `invalid character ${quoteChar(char)} ${context(trimmed.slice(0, i - 1))}`
  }
  return 'unexpected end of JSON input'
}

const quoteChar = (char: string): string =>
  char === "'" ? "'\\''" : char === '"' ? "'\"'" : `'${JSON.stringify(char).slice(1, -1)}'`

const endings = [
  '',
  '"',
  '0',
  'null',
  'ull',
  'll',
  'l',
  'rue',
  'ue',
  'e',
  'alse',
  'lse',
  'se',
  '":0',
  ':0',
  '"a":0',
  '\\"',
  'n"',
  '0000"',
  '000"',
  '00"',
  '0"',
]

function isPrefixOfJson(text: string): boolean {
  const closers = openBrackets(text)
  return endings.some((ending) => {
    for (const tail of [closers, closers.slice(1)]) {
      try {
        JSON.parse(text + ending + tail)
        return true
      } catch {
        // This ending does not fit; another may.
      }
    }
    return false
  })
}

function openBrackets(text: string): string {
  let closers = ''
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (inText && char === '\\') i++
    else if (char === '"') inText = !inText
    else if (!inText && char === '{') closers = `}${closers}`
    else if (!inText && char === '[') closers = `]${closers}`
    else if (!inText && (char === '}' || char === ']')) closers = closers.slice(1)
  }
  return closers
}

function context(before: string): string {
  const last = before.trimEnd().at(-1)
  if (last === undefined) return 'looking for beginning of value'
  if (last === '{') return 'looking for beginning of object key string'
  if (last === ':' || last === '[' || (last === ',' && openBrackets(before).startsWith(']')))
    return 'looking for beginning of value'
  if (last === ',') return 'looking for beginning of object key string'
  const open = openBrackets(before)
  if (open === '') return 'after top-level value'
  if (open.startsWith(']')) return 'after array element'
  return /[{,]\s*"(?:[^"\\]|\\.)*"\s*$/.test(before) ? 'after object key' : 'after object key:value pair'
}
