// A map that a loop makes.
import { shown } from './show.ts'
import { CelError, type CelMap, type CelValue, isMap, keyOf, ValueMap } from './value.ts'

/** A map that grows while a loop makes it, which nobody else sees. */
export class GrowingMap implements CelMap {
  readonly kind = 'map'
  readonly #entries = new Map<string, readonly [CelValue, CelValue]>()

  get size(): number {
    return this.#entries.size
  }
  get(key: CelValue): CelValue | undefined {
    return this.#entries.get(keyOf(key) ?? '')?.[1]
  }
  *keys(): Iterable<CelValue> {
    for (const [key] of this.#entries.values()) yield key
  }
  insert(key: CelValue, value: CelValue): this | CelError {
    const text = keyOf(key) ?? ''
    if (this.#entries.has(text)) return exists(key)
    this.#entries.set(text, [key, value])
    return this
  }
}

const exists = (key: CelValue): CelError => new CelError(`insert failed: key ${shown(key)} already exists`)

/** A map with an entry more; an error where the key is there. */
export function insert(map: CelMap, key: CelValue, value: CelValue): CelMap | CelError {
  if (map instanceof GrowingMap) return map.insert(key, value)
  if (map.get(key) !== undefined) return exists(key)
  return new ValueMap([...[...map.keys()].map((one) => [one, map.get(one)!] as const), [key, value]])
}

/** A map with the entries of another. */
export function insertAll(map: CelMap, more: CelValue): CelMap | CelError {
  let result: CelMap | CelError = map
  if (!isMap(more)) return new CelError('no such overload')
  for (const key of more.keys()) {
    result = insert(result, key, more.get(key)!)
    if (result instanceof CelError) return result
  }
  return result
}
