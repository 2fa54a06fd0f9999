// What calls of libraries cost at least and at most. Upstream: k8s.io/apiserver/pkg/cel/library/cost.go (EstimateCallCost),
// ext/lists.go, ext/sets.go (estimators)
import type { Expr } from '../common/ast.ts'
import type { CelType } from '../types/type.ts'
import { add, fixed, maxUint, multiply, type Range, scaled } from './range.ts'

/** An argument: where in an object it stands, its type, its size where that is known. */
export interface CostArgument {
  readonly path: readonly string[]
  readonly type: CelType
  readonly expr?: Expr
  readonly size: Range | undefined
}

/** The estimated cost of a call, and the size of its result where that is known. */
export interface CallEstimate {
  readonly cost: Range
  readonly size?: Range
}

/** The size of what stands at a place of an object; undefined where it is not known. */
export type SizeAt = (argument: CostArgument) => Range | undefined

/** A call, its arguments, and the sizes for its cost estimate. */
export interface CostCall {
  readonly id: string
  readonly target: CostArgument | undefined
  readonly args: readonly CostArgument[]
  /** The size of an argument; {@link unknownSize} where nothing is known of it. */
  readonly sizeOf: (argument: CostArgument) => Range
}

const [traversal, regexLength] = [0.1, 0.25]
const one: CallEstimate = { cost: fixed(1n) }
type Estimate = (call: CostCall) => CallEstimate | undefined

const nominal: Estimate = () => one

/** Reading a text as often. @param keeps whether what is given is as long */
const read =
  (times: number, of: (call: CostCall) => CostArgument | undefined, keeps = false): Estimate =>
  (call) => {
    const argument = of(call)
    if (!argument) return undefined
    const size = call.sizeOf(argument)
    return { cost: scaled(size, times * traversal), ...(keeps ? { size } : {}) }
  }
const firstArg = ({ args }: CostCall): CostArgument | undefined => args[0]
const targetOf = ({ target }: CostCall): CostArgument | undefined => target

const selector: Estimate = ({ args, sizeOf }) => {
  if (args.length !== 1) return undefined
  const size = sizeOf(args[0]!)
  return { cost: add(add(fixed(10n), scaled(size, traversal)), scaled(scaled(size, 0.5), 50)) }
}

/** The elements of a list, for their size. */
function elementOf(list: CostArgument): CostArgument | undefined {
  const [type] = list.type.params
  if (!type) return undefined
  return { path: list.path.length > 0 ? [...list.path, '@items'] : [], type, size: undefined }
}

const walk: Estimate = ({ target, sizeOf }) => {
  if (!target) return undefined
  const element = elementOf(target)
  if (!element) return { cost: scaled(sizeOf(target), traversal) }
  const { kind } = element.type
  const text = kind === 'string' || kind === 'bytes'
  const each = text ? add(fixed(1n), scaled(sizeOf(element), traversal)) : fixed(1n)
  return { cost: multiply(sizeOf(target), each) }
}

const ceilDivide = (a: bigint, b: bigint): bigint => {
  const value = Math.ceil(Number(a) / Number(b))
  return value >= 2 ** 64 ? maxUint : BigInt(value)
}
const oneMore = (value: bigint): bigint => (value < maxUint ? value + 1n : value)

const replace: Estimate = ({ target, args, sizeOf }) => {
  if (!target || args.length < 2) return undefined
  const [size, from, to] = [sizeOf(target), sizeOf(args[0]!), sizeOf(args[1]!)]
  const most =
    from.min === 0n
      ? { count: oneMore(size.max), kept: size.max }
      : to.max <= from.min
        ? { count: 0n, kept: size.max }
        : { count: ceilDivide(size.max, from.min), kept: 0n }
  const least =
    from.max === 0n
      ? { count: oneMore(size.min), kept: size.min }
      : from.max <= to.min
        ? { count: 0n, kept: size.min }
        : { count: ceilDivide(size.min, from.max), kept: 0n }
  const result = add(multiply({ min: least.count, max: most.count }, to), { min: least.kept, max: most.kept })
  return { cost: scaled(size, 2 * traversal), size: result }
}

const split: Estimate = ({ target, args, sizeOf }) => {
  if (!target) return undefined
  const size = sizeOf(target)
  const limit = args[1]?.expr?.it.kind === 'literal' ? args[1].expr.it.value : undefined
  const max = typeof limit === 'bigint' ? BigInt.asUintN(64, limit) : size.max
  return { cost: scaled(size, 2 * traversal), size: { min: 0n, max } }
}

const less = (value: bigint): bigint => (value > 0n ? value - 1n : 0n)

const join: Estimate = ({ target, args, sizeOf }) => {
  if (!target) return undefined
  const count = sizeOf(target)
  const element = elementOf(target)
  let size = element ? multiply(count, sizeOf(element)) : fixed(0n)
  if (args[0]) size = add(size, multiply(sizeOf(args[0]), { min: less(count.min), max: less(count.max) }))
  return { cost: scaled(size, traversal), size }
}

const find: Estimate = ({ target, args, sizeOf }) => {
  if (!target || !args[0]) return undefined
  const size = sizeOf(target)
  const text = scaled(add(size, fixed(1n)), traversal)
  const cost = multiply(text, scaled(sizeOf(args[0]), regexLength))
  return { cost, size: { min: 0n, max: size.max } }
}

/** Bytes of an address. */
const address: Range = { min: 4n, max: 16n }

const inNetwork =
  (textId: string, network: boolean): Estimate =>
  ({ id, args, sizeOf }) => {
    if (!args[0]) return undefined
    let cost = scaled(add(address, address), traversal)
    if (network) cost = add(add(cost, scaled(address, traversal)), fixed(1n))
    return { cost: id === textId ? add(cost, scaled(sizeOf(args[0]), traversal)) : cost }
  }

const longestNameRegex = 128

const validate: Estimate = ({ args, sizeOf }) =>
  args[0] && { cost: scaled(scaled(sizeOf(args[0]), traversal), longestNameRegex * regexLength) }

const singleSteps = new Set([
  'kubernetes.Quantity',
  'kubernetes.authorization.Authorizer',
  'kubernetes.authorization.PathCheck',
  'kubernetes.authorization.GroupCheck',
  'kubernetes.authorization.ResourceCheck',
  'kubernetes.authorization.Decision',
  'kubernetes.Semver',
  'net.IP',
  'net.CIDR',
])

const equals: Estimate = ({ args }) => {
  const [left, right] = args
  if (!left || !right || left.type.name !== right.type.name) return undefined
  const { kind, name } = left.type
  if (kind !== 'struct' && kind !== 'opaque') return undefined
  if (singleSteps.has(name)) return one
  if (name === 'kubernetes.NamedFormat') return { cost: scaled({ min: 1n, max: 64n }, traversal) }
  if (name !== 'kubernetes.URL') return undefined
  return { cost: scaled({ min: 1n, max: right.size?.max ?? 1n }, traversal) }
}

const named = (names: string, estimate: Estimate): [string, Estimate][] =>
  names.split(' ').map((name) => [name, estimate])

/** The estimates of functions, by name. */
const byFunction = new Map<string, Estimate>([
  ...named('check', () => ({ cost: fixed(350_000n) })),
  ...named(
    'serviceAccount path group resource subresource namespace name allowed reason error errored',
    nominal,
  ),
  ...named('fieldSelector labelSelector', selector),
  ...named('isSorted sum max min indexOf lastIndexOf', walk),
  ...named('url jsonpatch.escapeKey', read(1, firstArg, true)),
  ...named('lowerAscii upperAscii substring trim', read(1, targetOf, true)),
  ...named('replace', replace),
  ...named('split', split),
  ...named('join', join),
  ...named('find findAll', find),
  ...named('cidr isIP isCIDR quantity isQuantity semver isSemver', read(1, firstArg)),
  ...named('ip', (call) => (call.id === 'cidr_ip' ? one : read(1, firstArg)(call))),
  ...named('ip.isCanonical', read(2, firstArg)),
  ...named(
    'masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named',
    nominal,
  ),
  ...named('containsIP', inNetwork('cidr_contains_ip_string', false)),
  ...named('containsCIDR', inNetwork('cidr_contains_cidr_string', true)),
  ...named('validate', validate),
  ...named(
    'sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery',
    nominal,
  ),
  ...named('_==_', equals),
])

const allocating = (factor: number, size: Range): CallEstimate => ({
  cost: add(add(scaled(size, factor), fixed(1n)), fixed(10n)),
  size,
})

const literalInt = (argument: CostArgument | undefined, fallback: bigint): bigint => {
  const value = argument?.expr?.it.kind === 'literal' ? argument.expr.it.value : undefined
  if (typeof value !== 'bigint') return fallback
  return value < 0n ? 0n : value
}

const slice: Estimate = ({ target, args, sizeOf }) => {
  if (!target) return undefined
  const end = literalInt(args[1], sizeOf(target).max)
  return allocating(1, fixed(BigInt.asUintN(64, end - literalInt(args[0], 0n))))
}

const flatten: Estimate = ({ target, args, sizeOf }) => {
  if (!target) return undefined
  const depth = args.length === 1 ? literalInt(args[0], maxUint) : 1n
  return allocating(Number(depth), sizeOf(target))
}

const pairs = (factor: number, list: CostArgument | undefined, { sizeOf }: CostCall) =>
  list && allocating(factor, multiply(sizeOf(list), sizeOf(list)))

const sets =
  (factor: number): Estimate =>
  ({ args, sizeOf }) =>
    args.length === 2
      ? { cost: add(scaled(multiply(sizeOf(args[0]!), sizeOf(args[1]!)), factor), fixed(1n)) }
      : undefined

/** The estimates of overloads that are asked before anything else, by id. */
const byOverload = new Map<string, Estimate>([
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
  ['list_slice', slice],
  ['list_flatten', flatten],
  ['list_flatten_int', flatten],
  ['lists_range', ({ args }) => allocating(1, fixed(literalInt(args[0], maxUint)))],
  ['list_reverse', ({ target, sizeOf }) => target && allocating(1, sizeOf(target))],
  // Upstream: k8s.io/dynamic-resource-allocation/cel/compile.go (draCostEstimator): the most values of an attribute.
  ['dra_includes_dyn_dyn', () => ({ cost: { min: 0n, max: 48n } })],
  ['list_distinct', (call) => pairs(2, call.target, call)],
])

const sorted = /^list_(.+)_(sort|sortByAssociatedKeys)$/

function sorting(call: CostCall): CallEstimate | undefined {
  const [, type = '', how] = sorted.exec(call.id) ?? []
  if (how === undefined) return undefined
  const factor = type === 'string' || type === 'bytes' ? 2 + traversal : 2
  return pairs(factor, how === 'sort' ? call.target : call.args[0], call)
}

/** The estimated cost of a call of a library; undefined where only CEL itself knows. */
export const estimateCall = (
  name: string,
  call: CostCall,
  pricesEquality: boolean,
): CallEstimate | undefined =>
  byOverload.get(call.id)?.(call) ??
  sorting(call) ??
  (name === '_==_' && !pricesEquality ? undefined : byFunction.get(name)?.(call))
