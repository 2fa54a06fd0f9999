// Fields that prose names by words of theirs: "minimum available" is `minAvailable`, "grace period" `terminationGracePeriodSeconds`.
import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../apimachinery/last-applied.ts'

/** What prose calls a word of a field's name. */
const written: Readonly<Record<string, string>> = {
  minimum: 'min',
  maximum: 'max',
  maximal: 'max',
  minimal: 'min',
  reference: 'ref',
  identifier: 'id',
  configuration: 'config',
  address: 'addresse',
}
/** Words of prose that no field is told apart by. */
const idle = new Set('the a an of for in and its number count value setting field amount'.split(' '))
/** The end of a field's name that says in which way it holds what it is called after. */
const plainEnds = new Set(['second', 'ref', 'name', 'identity', 'type', 'percentage', 'key', 'replica'])

const single = (word: string): string => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)
const wordsOfKey = (key: string): string[] =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map(single)
const wordsSaid = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => !idle.has(word))
    .map((word) => single(Object.hasOwn(written, word) ? written[word]! : word))

interface Place {
  value: unknown
  /** How many words of its name nobody said. */
  unsaid: number
}

const hidden = new Set(['managedFields', lastAppliedAnnotation, 'ownerReferences', 'labels', 'annotations'])

/**
 * The values in an object of the field whose name has these words, in any order, with those of the fields that hold it: of the one with
 * the fewest other words. Undefined: there is none. Several values: of one list, or it is not clear which field is meant.
 */
export function wordedValues(object: KubeObject, name: string): unknown[] | undefined {
  const said = wordsSaid(name)
  if (said.length === 0) return undefined
  const free = new Set([...plainEnds, ...wordsOfKey(object.kind ?? '')])
  const places = placesIn(object, said, free).filter(
    ({ unsaid }) => unsaid === 0 || (unsaid === 1 && said.length > 1),
  )
  if (places.length === 0) return undefined
  const fewest = Math.min(...places.map(({ unsaid }) => unsaid))
  return places.flatMap(({ unsaid, value }) => (unsaid === fewest ? [value] : []))
}

function placesIn(object: KubeObject, said: readonly string[], free: ReadonlySet<string>): Place[] {
  const found: Place[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, path)
      return
    }
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (hidden.has(key)) continue
      const whole = [...path, key]
      const unsaid = wordsUnsaid(whole, said, free)
      if (unsaid !== undefined) found.push({ value: inner, unsaid })
      else visit(inner, whole)
    }
  }
  visit({ ...object, apiVersion: undefined, kind: undefined }, [])
  return found
}

/** How many words of a field's name were not said, where all that was said is in it or in the two fields that hold it. */
function wordsUnsaid(
  path: readonly string[],
  said: readonly string[],
  free: ReadonlySet<string>,
): number | undefined {
  const own = wordsOfKey(path.at(-1)!)
  if (!own.some((word) => said.includes(word))) return undefined
  const holders = path.slice(-4, -1).flatMap(wordsOfKey)
  if (!said.every((word) => own.includes(word) || holders.includes(word))) return undefined
  return own.filter((word) => !said.includes(word) && !free.has(word)).length
}
