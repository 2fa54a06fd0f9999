// What a call costs when it runs. Upstream: cel-go interpreter/runtimecost.go, k8s.io/apiserver/pkg/cel/library/cost.go (CallCost),
// ext/lists.go, ext/sets.go (trackers)
import { NamedFormat } from '../library/functions/named-formats.ts'
import { type CelValue, isLibraryValue, isList, isMap, Optional, sizeOf } from '../values/value.ts'

const [traversal, regexLength] = [0.1, 0.25]
const selectorBase = 10
const perRequirement = 50

/** The size of a value; a value without size has 1. */
function actualSize(value: CelValue | undefined, library = true): number {
  if (value === undefined) return 1
  const size = sizeOf(value)
  if (size !== undefined) return size
  if (!library && value instanceof Optional && value.value !== undefined)
    return actualSize(value.value, false)
  return 1
}

/** The cost of traversing a value. */
function traversalCost(value: CelValue): number {
  if (typeof value === 'string') return Math.trunc(Buffer.byteLength(value) * traversal)
  if (value instanceof Uint8Array) return Math.trunc(value.length * traversal)
  if (isList(value)) return [...value].reduce<number>((sum, one) => sum + traversalCost(one), 0)
  if (!isMap(value)) return 1
  return [...value.keys()].reduce<number>(
    (sum, key) => sum + traversalCost(key) + traversalCost(value.get(key)!),
    0,
  )
}

type Cost = (args: readonly CelValue[], id: string, result: CelValue) => number | undefined

const one: Cost = () => 1
const check: Cost = () => 350_000
const walk: Cost = ([value]) => (value === undefined ? 0 : traversalCost(value))
const read =
  (times: number): Cost =>
  ([value]) =>
    Math.ceil(actualSize(value) * times * traversal)

const matching = (text: number, pattern: number): number =>
  Math.ceil((1 + text) * traversal) * Math.ceil(pattern * regexLength)

const selector: Cost = (args) => {
  const length = actualSize(args[1])
  return selectorBase + Math.ceil(length * traversal) + Math.ceil(Math.ceil(length * 0.5) * perRequirement)
}

const containsIP: Cost = ([cidr, other], id) =>
  Math.ceil(actualSize(cidr) * 2 * traversal) +
  (id === 'cidr_contains_ip_string' ? Math.ceil(actualSize(other) * traversal) : 0)

const containsCIDR: Cost = ([cidr, other], id) =>
  Math.ceil(actualSize(cidr) * 2 * traversal) +
  Math.ceil(actualSize(cidr) * traversal) +
  1 +
  (id === 'cidr_contains_cidr_string' ? Math.ceil(actualSize(other) * traversal) : 0)

const validate: Cost = ([format, text]) =>
  format instanceof NamedFormat ? matching(actualSize(text), format.regexSize) : undefined

const named = (names: string, cost: Cost): [string, Cost][] => names.split(' ').map((name) => [name, cost])

/** The costs of Kubernetes' functions, by name. */
const byFunction = new Map<string, Cost>([
  ...named('check', check),
  ...named('serviceAccount path group resource subresource namespace name allowed reason error errored', one),
  ...named('fieldSelector labelSelector', selector),
  ...named('isSorted sum max min indexOf lastIndexOf', walk),
  ...named('url lowerAscii upperAscii substring trim jsonpatch.escapeKey', read(1)),
  ...named('replace split', read(2)),
  ...named('join', (_args, _id, result) => Math.ceil(actualSize(result) * 2 * traversal)),
  ...named('find findAll', ([text, pattern]) => matching(actualSize(text), actualSize(pattern))),
  ...named('cidr isIP isCIDR', read(1)),
  ...named('ip', (args, id, result) => (id === 'cidr_ip' ? 1 : read(1)(args, id, result))),
  ...named('ip.isCanonical', read(2)),
  ...named(
    'masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast',
    one,
  ),
  ...named('containsIP', containsIP),
  ...named('containsCIDR', containsCIDR),
  ...named('quantity isQuantity semver isSemver', read(1)),
  ...named('validate', validate),
  ...named('format.named', one),
  ...named(
    'sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch',
    one,
  ),
  ...named('getScheme getHostname getHost getPort getEscapedPath getQuery', one),
  ...named('_==_', ([value]) => (value !== undefined && isLibraryValue(value) ? 1 : undefined)),
])

const allocating = (factor: number, size: number): number => Math.trunc(size * factor) + 1 + 10

/** Comparing each with each. */
function pairwise(list: CelValue | undefined): number {
  const size = actualSize(list)
  if (size === 0 || list === undefined || !isList(list)) return allocating(2, 0)
  const first = list.at(0)
  const factor = typeof first === 'string' || first instanceof Uint8Array ? 2 + traversal : 2
  return allocating(factor, size * size)
}

const sets =
  (factor: number): Cost =>
  ([a, b]) =>
    1 + Math.trunc(actualSize(a) * actualSize(b) * factor)
const output: Cost = (_args, _id, result) => allocating(1, actualSize(result))

/** The costs of overloads that are asked before anything else, by id. */
const tracked = new Map<string, Cost>([
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
  ['list_slice', output],
  ['lists_range', output],
  ['list_reverse', output],
  ['list_flatten', ([list]) => allocating(1, actualSize(list))],
  ['list_flatten_int', ([list, depth]) => allocating(Number(depth as bigint), actualSize(list))],
  ['list_distinct', ([list]) => pairwise(list)],
])

const smaller: Cost = ([a, b]) => Math.ceil(Math.min(actualSize(a, false), actualSize(b, false)) * traversal)

/** The costs of overloads where a library says nothing, by id. */
const standard = new Map<string, Cost>([
  ...named(
    'starts_with_string ends_with_string string_to_bytes bytes_to_string strings_quote string_format',
    read(1),
  ),
  ['in_list', ([, list]) => actualSize(list)],
  ...named(
    ['less', 'greater', 'less_equals', 'greater_equals']
      .flatMap((op) => [`${op}_string`, `${op}_bytes`])
      .join(' '),
    smaller,
  ),
  ['equals', smaller],
  ['not_equals', smaller],
  ...named('add_string add_bytes', ([a, b]) => Math.ceil((actualSize(a) + actualSize(b)) * traversal)),
  ['matches_string', ([text, pattern]) => matching(actualSize(text), actualSize(pattern))],
  [
    'contains_string',
    ([text, part]) => Math.ceil(actualSize(text) * traversal) * Math.ceil(actualSize(part) * traversal),
  ],
])

const sorting = /^list_.*_sort$/
const sortingBy = /_sortByAssociatedKeys$/
const sortPrice = (id: string, at: number): Cost | undefined =>
  (at === 0 ? sorting : sortingBy).test(id) ? (args) => pairwise(args[at]) : undefined

/**
 * What a call costs when it has given a result; its arguments are those that were evaluated. `strict`: functions of Kubernetes'
 * libraries have prices of their own.
 */
export type Price = (args: readonly CelValue[], result: CelValue, strict: boolean) => number

/** The price of a function. @param id of its overload; '' where it may mean several */
export function priceOf(name: string, id: string): Price {
  const own = tracked.get(id) ?? sortPrice(id, 0) ?? sortPrice(id, 1)
  const ofLibrary = byFunction.get(name)
  const usual = standard.get(name === '_==_' ? 'equals' : name === '_!=_' ? 'not_equals' : id)
  if (own === undefined && ofLibrary === undefined)
    return usual === undefined ? () => 1 : (args, result) => usual(args, id, result) ?? 1
  return (args, result, strict) =>
    own?.(args, id, result) ??
    (strict ? ofLibrary?.(args, id, result) : undefined) ??
    usual?.(args, id, result) ??
    1
}
