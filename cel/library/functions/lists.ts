// Lists, sets, maps and optional values. Upstream: k8s.io/apiserver/pkg/cel/library/lists.go, cel-go ext/lists.go, ext/sets.go,
// cel/library.go
import { add } from '../../values/arithmetic.ts'
import { compare, contains, equal } from '../../values/equality.ts'
import { insert, insertAll } from '../../values/growing-map.ts'
import {
  CelError,
  type CelList,
  type CelMap,
  type CelValue,
  Duration,
  isList,
  isMap,
  Optional,
  Timestamp,
  typeOf,
  Uint,
  ValueList,
} from '../../values/value.ts'
import type { Functions } from './functions.ts'

type Args = readonly CelValue[]

const itemsOf = (list: CelValue | undefined): CelValue[] => [...(list as CelList)]

function isSorted([list]: Args): CelValue {
  const items = itemsOf(list)
  return items.every((one, i) => i === 0 || compare(items[i - 1]!, one) !== 1)
}

const sum =
  (zero: CelValue) =>
  ([list]: Args): CelValue => {
    let total = zero
    for (const one of list as CelList) {
      total = add(total, one)
      if (total instanceof CelError) return new CelError('no such overload')
    }
    return total
  }

const extreme =
  (name: string, replacing: number) =>
  ([list]: Args): CelValue => {
    let result: CelValue | undefined
    for (const one of list as CelList)
      if (result === undefined || compare(result, one) === replacing) result = one
    return result ?? new CelError(`${name} called on empty list`)
  }

const indexIn = ([list, item]: Args): CelValue =>
  BigInt(itemsOf(list).findIndex((one) => equal(one, item!) === true))
const lastIndexIn = ([list, item]: Args): CelValue =>
  BigInt(itemsOf(list).findLastIndex((one) => equal(one, item!) === true))

/** The types whose lists can be summed or ordered, as overloads name them. */
const ordered = 'int uint double bool duration timestamp string bytes'.split(' ')
const zeros: Readonly<Record<string, CelValue>> = {
  int: 0n,
  uint: new Uint(0n),
  double: 0,
  duration: new Duration(0n),
}

const perType: Functions = Object.fromEntries([
  ...ordered.flatMap((type) => [
    [`list_${type}_is_sorted_bool`, isSorted],
    [`list_${type}_min_${type}`, extreme('min', 1)],
    [`list_${type}_max_${type}`, extreme('max', -1)],
  ]),
  ...Object.entries(zeros).map(([type, zero]) => [`list_${type}_sum_${type}`, sum(zero)]),
])

function slice([list, from, to]: Args): CelValue {
  const [items, start, end] = [itemsOf(list), from as bigint, to as bigint]
  const cannot = `cannot slice(${start}, ${end})`
  if (start < 0n || end < 0n) return new CelError(`${cannot}, negative indexes not supported`)
  if (start > end) return new CelError(`${cannot}, start index must be less than or equal to end index`)
  if (end > BigInt(items.length)) return new CelError(`${cannot}, list is length ${items.length}`)
  return new ValueList(items.slice(Number(start), Number(end)))
}

function flat(list: CelList, depth: number): CelValue[] {
  return [...list].flatMap((one) => (isList(one) && depth > 0 ? flat(one, depth - 1) : [one]))
}

function flatten([list, depth = 1n, ...rest]: Args): CelValue {
  if (!isList(list!) || typeof depth !== 'bigint' || rest.length > 0)
    return new CelError(`no such overload: ${typeOf(list!)}.flatten(${depth === 1n ? '' : typeOf(depth)})`)
  if ((depth as bigint) < 0n) return new CelError('level must be non-negative')
  return new ValueList(flat(list as CelList, Number(depth as bigint)))
}

/** The limit of a range's length: no evaluation could pay for a longer range. */
const longestRange = 1_000_000n

function range([count]: Args): CelValue {
  const length = count as bigint
  if (length > longestRange) return new CelError('operation cancelled: actual cost limit exceeded')
  return new ValueList(Array.from({ length: Math.max(Number(length), 0) }, (_, i) => BigInt(i)))
}

function distinct([list]: Args): CelValue {
  const unique: CelValue[] = []
  for (const one of list as CelList) if (contains(new ValueList(unique), one) !== true) unique.push(one)
  return new ValueList(unique)
}

function sortedBy([list, keyList]: Args): CelValue {
  const [items, keys] = [itemsOf(list), itemsOf(keyList)]
  if (items.length !== keys.length)
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${items.length} and ${keys.length} elements respectively`,
    )
  if (items.length === 0) return list!
  if (compare(keys[0]!, keys[0]!) instanceof CelError && !Number.isNaN(keys[0]))
    return new CelError('list elements must be comparable')
  const type = typeOf(keys[0]!).name
  if (keys.some((key) => typeOf(key).name !== type) && keys.length > 1)
    return new CelError('list elements must have the same type')
  const order = keys.map((_, i) => i)
  order.sort((a, b) => {
    const compared = compare(keys[a]!, keys[b]!)
    return compared instanceof CelError ? 0 : compared
  })
  return new ValueList(order.map((i) => items[i]!))
}

const containsAll = (list: CelValue, part: CelValue): boolean =>
  itemsOf(part).every((one) => contains(list as CelList, one))

/** Whether a value is that of its type which is made of nothing. */
function isZero(value: CelValue): boolean {
  if (isList(value)) return value.length === 0
  if (isMap(value)) return value.size === 0
  if (value instanceof Uint) return value.value === 0n
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof Duration) return value.nanos === 0n
  if (value instanceof Timestamp) return value.nanos === -62135596800000000000n
  return value === null || value === false || value === '' || value === 0n || value === 0
}

function unwrap([list]: Args): CelValue {
  const items: CelValue[] = []
  for (const one of list as CelList) {
    if (!(one instanceof Optional)) return new CelError(`value ${one} is not optional`)
    if (one.value !== undefined) items.push(one.value)
  }
  return new ValueList(items)
}

const itemAt = (list: CelValue | undefined, at: number): CelValue =>
  (list as CelList).length === 0 ? Optional.none : new Optional(itemsOf(list).at(at))

/** Functions that look at their arguments' types themselves. */
export const listSingletons: Functions = {
  flatten,
  sort: ([list]) => sortedBy([list!, list!]),
  '@sortByAssociatedKeys': sortedBy,
}

/** The functions on lists, sets, maps and optional values, by the ids of their overloads. */
export const listFunctions: Functions = {
  ...perType,
  list_a_index_of_int: indexIn,
  list_a_last_index_of_int: lastIndexIn,
  list_slice: slice,
  list_reverse: ([list]) => new ValueList(itemsOf(list).reverse()),
  list_distinct: distinct,
  lists_range: range,
  list_sets_contains_list: ([list, part]) => containsAll(list!, part!),
  list_sets_equivalent_list: ([a, b]) => containsAll(a!, b!) && containsAll(b!, a!),
  list_sets_intersects_list: ([a, b]) => itemsOf(a).some((one) => contains(b as CelList, one)),
  '@mapInsert_map_key_value': ([map, key, value]) => insert(map as CelMap, key!, value!),
  '@mapInsert_map_map': ([map, more]) => insertAll(map as CelMap, more!),
  optional_of: ([value]) => new Optional(value),
  optional_ofNonZeroValue: ([value]) => (isZero(value!) ? Optional.none : new Optional(value)),
  optional_none: () => Optional.none,
  optional_value: ([value]) => (value as Optional).value ?? new CelError('optional.none() dereference'),
  optional_hasValue: ([value]) => (value as Optional).value !== undefined,
  optional_unwrap: unwrap,
  optional_unwrapOpt: unwrap,
  list_first: ([list]) => itemAt(list, 0),
  list_last: ([list]) => itemAt(list, -1),
}
