// What a text of JSON holds, counted before it is parsed.
import { endOfString } from './json-parser.ts'

/**
 * The number of objects, lists and nulls in a text, counted up to one more than `most`.
 * @param all commas count too: one stands between any two values of an object or a list
 */
export function countValues(text: string, most: number, all = false): number {
  const comma = all ? 0x2c : -1
  let count = 0
  for (let i = 0; i < text.length && count <= most; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i)
    // An n outside of strings begins a null.
    else if (code === 0x7b || code === 0x5b || code === 0x6e || code === comma) count++
  }
  return count
}

/** The number of items of the list that a text is, counted by its commas; 0 where it is no list, or an empty one. */
export function countItems(text: string): number {
  const start = /\S/.exec(text)?.index ?? 0
  if (text[start] !== '[' || /^\s*\]/.test(text.slice(start + 1, start + 100))) return 0
  let [count, depth] = [1, 0]
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i)
    else if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === 0x2c && depth === 1) count++
  }
  return count
}
