// Flags that hold maps: every occurrence adds to the map, a later key wins.
// Upstream: component-base/cli/flag/{map_string_bool,map_string_string,configuration_map,langle_separated_map_string_string,
// colon_separated_multimap_string_string}.go; pflag string_to_string.go
import { readCsvRecord } from '../go/csv.ts'
import { parseBool } from '../go/numbers.ts'
import { trimSpace } from '../go/quote.ts'

const items = (text: string): string[] => text.split(',').filter((item) => item !== '')

/** Splits at the first separator; both parts trimmed. */
function pairOf(item: string, separator: string, expect: string): [string, string] {
  const at = item.indexOf(separator)
  if (at < 0) throw new Error(`malformed pair, expect string${separator}${expect}`)
  return [trimSpace(item.slice(0, at)), trimSpace(item.slice(at + separator.length))]
}

/** Adds the pairs of `A=true,B=false` to a map. Throws where a pair has no `=`, or a value that Go's ParseBool refuses. */
export function addStringBools(map: Map<string, boolean>, text: string): void {
  for (const item of items(text)) {
    const [key, value] = pairOf(item, '=', 'bool')
    try {
      map.set(key, parseBool(value))
    } catch (error) {
      throw new Error(`invalid value of ${key}: ${value}, err: ${(error as Error).message}`)
    }
  }
}

/** Adds the comma-separated pairs of a flag's text to a map of texts. Throws where a pair has no separator. */
export function addStringStrings(map: Map<string, string>, text: string, separator: '=' | '<' = '='): void {
  for (const item of items(text)) map.set(...pairOf(item, separator, 'string'))
}

/** Adds the pair of an occurrence of the flag to a map; commas belong to the value. Throws where the pair has no `=`. */
export function addUnsplitPair(map: Map<string, string>, text: string): void {
  map.set(...pairOf(text, '=', 'string'))
}

/** Adds the key=value pairs of a flag's text to a map; a key alone stands for an empty value. */
export function addConfiguration(map: Map<string, string>, text: string): void {
  for (const item of items(text)) {
    const at = item.indexOf('=')
    map.set(trimSpace(at < 0 ? item : item.slice(0, at)), at < 0 ? '' : trimSpace(item.slice(at + 1)))
  }
}

/**
 * Adds the `component:text` items of a flag's text to a map; with `defaultKey`, items without a colon go under the empty
 * key.
 */
export function addMultimap(map: Map<string, string[]>, text: string, defaultKey: boolean): void {
  for (const item of items(text)) {
    const [key, value] =
      defaultKey && !item.includes(':') ? ['', trimSpace(item)] : pairOf(item, ':', 'string')
    map.set(key, [...(map.get(key) ?? []), value])
  }
}

/**
 * Adds the key=value pairs of a flag's text to a map; where there are several, quotes and commas are those of CSV.
 * Upstream: pflag string_to_string.go
 */
export function addStringToString(map: Map<string, string>, text: string): void {
  const count = text.split('=').length - 1
  if (count === 0) throw new Error(`${text} must be formatted as key=value`)
  const pairs = count === 1 ? [text.replace(/^"+|"+$/g, '')] : readCsvRecord(text)
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 0) throw new Error(`${pair} must be formatted as key=value`)
    map.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
