// Upstream: gopkg.in/evanphx/json-patch.v4 patch.go, k8s.io/apiserver pkg/endpoints/handlers/patch.go

import { goJsonKind } from '../go-json-kind.ts'
import { deepCopy, getOwn, isObject, type JsonObject, type JsonValue, setOwn } from '../json.ts'
import { PatchError } from './patch-error.ts'

const maxOperations = 10_000
const operationFields = ['op', 'path', 'from'] as const

/** The limit of what the `copy` operations of one patch add, in bytes of JSON (upstream: JSONPatchMaxCopyBytes). */
const maxCopiedBytes = 3 * 1024 * 1024

/** What operations that put something into lists or move it may touch together, in items: lists move up, values are measured. */
const maxTouched = 20_000_000
/** The numbers of touched items, and of operations, after which other work has its turn. */
const itemsOfStep = 500_000
const operationsOfStep = 2000
/** The limit of nesting: of bodies, and of documents after a patch. */
const maxDepth = 500

interface PatchState {
  readonly strictRoot: boolean
  /** How deep what is in a value goes below it; nothing for those that something was put into since. */
  readonly heights: WeakMap<Container, number>
  /** The objects and lists that operations have gone through. */
  readonly opened: Set<JsonValue>
  copiedBytes: number
  touched: number
}

type Container = JsonObject | JsonValue[]

/**
 * Applies RFC 6902 operations to a copy of `document`. As upstream: indices may be negative, a missing `value` is null,
 * `add` to the whole document is not possible, and `replace` of a key adds it where it is missing. Objects that operations look
 * into have sorted keys then, others keep their order.
 * @param checked whether the operations' types are checked first (fieldValidation Warn and Strict), which changes texts
 * @param strictRoot false in some releases: there the replacement of the whole document by a scalar does nothing
 */
export function applyJsonPatch(
  document: JsonObject,
  patch: JsonValue,
  checked = true,
  strictRoot = true,
): JsonValue {
  const steps = patchSteps(document, patch, checked, strictRoot)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Applies a JSON patch as {@link applyJsonPatch} does; other work gets its turn in `pause` where it takes long. */
export async function applyJsonPatchPaced(
  document: JsonObject,
  patch: JsonValue,
  checked: boolean,
  strictRoot: boolean,
  pause: () => Promise<void>,
): Promise<JsonValue> {
  const steps = patchSteps(document, patch, checked, strictRoot)
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) await pause()
  return step.value
}

/** Pauses after operations that touched much, and after many. */
function* patchSteps(
  document: JsonObject,
  patch: JsonValue,
  checked: boolean,
  strictRoot: boolean,
): Generator<undefined, JsonValue> {
  const operations = readOperations(patch, checked)
  const state: PatchState = {
    strictRoot,
    heights: new WeakMap(),
    opened: new Set(),
    copiedBytes: 0,
    touched: 0,
  }
  let doc: Container = deepCopy(document)
  let next = itemsOfStep
  for (const [i, operation] of operations.entries()) {
    if (state.touched + state.copiedBytes > next || i % operationsOfStep === operationsOfStep - 1) {
      next = state.touched + state.copiedBytes + itemsOfStep
      yield
    }
    doc = apply(doc, operation, state)
  }
  return ordered(doc, state)
}

/** What was opened is a map in Go, whose keys are written in alphabetical order; the rest is text still. */
function ordered(value: JsonValue, { opened }: Pick<PatchState, 'opened'>): JsonValue {
  if (typeof value !== 'object' || value === null || !opened.has(value)) return value
  if (Array.isArray(value)) return value.map((item) => ordered(item, { opened }))
  const out: JsonObject = {}
  for (const key of Object.keys(value).sort()) setOwn(out, key, ordered(value[key]!, { opened }))
  return out
}

/** Throws the PatchError for a patch of more operations than may be. */
export function requireFewOperations(count: number): void {
  if (count > maxOperations)
    throw new PatchError(
      'too-large',
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${count}`,
    )
}

function readOperations(patch: JsonValue, checked: boolean): JsonObject[] {
  const type = checked ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch'
  const prefix = checked ? 'error decoding patch: ' : ''
  const wrong = (value: JsonValue, into: string) =>
    new PatchError('bad-request', `${prefix}json: cannot unmarshal ${goJsonKind(value)} into Go ${into}`)
  if (patch === null) return []
  if (!Array.isArray(patch)) throw wrong(patch, `value of type ${type}`)
  for (const operation of patch) {
    if (operation === null) continue
    if (!isObject(operation))
      throw wrong(operation, `value of type ${checked ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation'}`)
    for (const field of operationFields) {
      const value = getOwn(operation, field) ?? null
      if (checked && value !== null && typeof value !== 'string')
        throw wrong(value, `struct field jsonPatchOp.${field} of type string`)
    }
  }
  requireFewOperations(patch.length)
  return patch.map((operation) => (operation ?? {}) as JsonObject)
}

const fails = (message: string): PatchError => new PatchError('unprocessable', message)

/** The text of a field. @param op the operation, as messages name it; they differ in what they tell */
function text(operation: JsonObject, field: 'path' | 'from', op: string): string {
  const value = getOwn(operation, field)
  if (typeof value === 'string') return value
  const missing = field === 'path' ? 'operation missing path field: ' : 'operation, missing from field: '
  const told = (op === 'copy' && field === 'path') || op === 'add' || op === 'remove' ? '' : missing
  throw fails(`${op} operation failed to decode ${field}: ${told}missing value`)
}

/** The result of `step`, whose errors get the words before them that upstream has. */
function within<T>(words: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof PatchError && error.kind === 'unprocessable')
      throw fails(`${words}: ${error.message}`)
    throw error
  }
}

function apply(doc: Container, operation: JsonObject, state: PatchState): Container {
  const value = getOwn(operation, 'value') ?? null
  const op = getOwn(operation, 'op')
  switch (op) {
    case 'add': {
      const path = text(operation, 'path', op)
      const at = find(doc, path, `add operation does not apply: doc is missing path: "${path}"`, state)
      checkDepth(at, value, state)
      within(`error in add for path: '${path}'`, () => put(at, deepCopy(value), state))
      return doc
    }
    case 'remove': {
      const path = text(operation, 'path', op)
      const at = find(doc, path, `remove operation does not apply: doc is missing path: "${path}"`, state)
      within(`error in remove for path: '${path}'`, () => takeOut(at, state))
      return doc
    }
    case 'replace':
      return replace(doc, text(operation, 'path', op), deepCopy(value), state)
    case 'move':
      move(doc, operation, state)
      return doc
    case 'copy':
      copy(doc, operation, state)
      return doc
    case 'test':
      test(doc, text(operation, 'path', op), value, state)
      return doc
    default:
      throw fails(`Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`)
  }
}

function move(doc: Container, operation: JsonObject, state: PatchState): void {
  const source = text(operation, 'from', 'move')
  const from = find(doc, source, `move operation does not apply: doc is missing from path: ${source}`, state)
  const moved = within(`error in move for path: '${from.key}'`, () => {
    const value = read(from) ?? null
    takeOut(from, state)
    return value
  })
  const path = text(operation, 'path', 'move')
  const to = find(doc, path, `move operation does not apply: doc is missing destination path: ${path}`, state)
  checkDepth(to, moved, state)
  within(`error in move for path: '${path}'`, () => put(to, moved, state))
}

function copy(doc: Container, operation: JsonObject, state: PatchState): void {
  const source = text(operation, 'from', 'copy')
  const from = find(doc, source, `copy operation does not apply: doc is missing from path: ${source}`, state)
  const copied = within(`error in copy for from: '${source}'`, () => read(from) ?? null)
  const path = text(operation, 'path', 'copy')
  const to = find(doc, path, `copy operation does not apply: doc is missing destination path: ${path}`, state)
  checkDepth(to, copied, state)
  countCopied(copied, state)
  within('error while adding value during copy', () => put(to, deepCopy(ordered(copied, state)), state))
}

/** Copies of copies grow without bound: what they add counts against one limit. */
function countCopied(value: JsonValue, state: PatchState): void {
  state.copiedBytes += Buffer.byteLength(JSON.stringify(value))
  if (state.copiedBytes > maxCopiedBytes)
    throw fails(
      `Unable to complete the copy, the accumulated size increase of copy is ${state.copiedBytes}, exceeding the limit ${maxCopiedBytes}`,
    )
}

function touch(items: number, state: PatchState): void {
  state.touched += items
  if (state.touched > maxTouched)
    throw fails(`Unable to apply the patch, it touches more than ${maxTouched} items`)
}

function put(at: Place, value: JsonValue, state: PatchState): void {
  if (Array.isArray(at.container)) touch(at.container.length, state)
  add(at, value)
  grown(at, state)
}

function takeOut(at: Place, state: PatchState): void {
  if (Array.isArray(at.container)) touch(at.container.length, state)
  remove(at)
}

/** Throws where the document would become deeper than may be decoded. */
function checkDepth(at: Place, value: JsonValue, state: PatchState): void {
  if (typeof value !== 'object' || value === null) return
  const known = state.heights.get(value)
  // What was taken out of it since makes it lower than it was.
  if (known !== undefined && at.depth + known <= maxDepth) return
  state.heights.set(value, measured(at, value, state))
}

/** The depth of nesting within a value at its new place. Throws where that is too deep. */
function measured(at: Place, value: Container, state: PatchState): number {
  const open: [Container, number][] = [[value, 0]]
  let height = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, below] = next
    if (at.depth + below > maxDepth) throw fails('exceeded max depth')
    const inner = Array.isArray(item) ? item : Object.values(item)
    touch(inner.length, state)
    for (const each of inner) {
      if (typeof each !== 'object' || each === null) continue
      const known = state.heights.get(each)
      if (known === undefined || at.depth + below + 1 + known > maxDepth) open.push([each, below + 1])
      else height = Math.max(height, below + 1 + known)
    }
    height = Math.max(height, below)
  }
  return height
}

/** Forgets the heights of the containers around a place, which may have grown. */
function grown({ way }: Place, { heights }: PatchState): void {
  for (const container of way) heights.delete(container)
}

interface Place {
  readonly container: Container
  readonly key: string
  /** The containers around the place, the document first. */
  readonly way: readonly Container[]
  /** The depth of a value at this place. */
  readonly depth: number
}

const decodeKey = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The container that a path leads into. The path of the whole document leads nowhere. @param missing what is said then */
function find(doc: Container, path: string, missing: string, { opened }: PatchState): Place {
  const parts = path.split('/').map(decodeKey)
  if (parts.length < 2) throw fails(`${missing}: missing value`)
  let container = doc
  const way = [doc]
  opened.add(doc)
  for (const part of parts.slice(1, -1)) {
    const next = known({ container, key: part })
    if (typeof next !== 'object' || next === null) throw fails(`${missing}: missing value`)
    container = next
    opened.add(container)
    way.push(container)
  }
  return { container, key: parts.at(-1)!, way, depth: parts.length }
}

/** As {@link read}, but undefined also where a list has no such place. */
function known(at: Pick<Place, 'container' | 'key'>): JsonValue | undefined {
  try {
    return read(at)
  } catch (error) {
    if (error instanceof PatchError) return undefined
    throw error
  }
}

/** @param length how many places there are to choose from */
function index(key: string, length: number): number {
  const i = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN
  if (Number.isNaN(i)) throw fails(`strconv.Atoi: parsing "${key}": invalid syntax`)
  if (i >= length || i < -length)
    throw fails(`Unable to access invalid index: ${i}: invalid index referenced`)
  return i < 0 ? i + length : i
}

/** As {@link index}, for a place that is added. */
function newIndex(key: string, length: number): number {
  if (!/^[+-]?\d+$/.test(key))
    throw fails(
      `value was not a proper array index: '${key}': strconv.Atoi: parsing "${key}": invalid syntax`,
    )
  return index(key, length)
}

function read({ container, key }: Pick<Place, 'container' | 'key'>): JsonValue | undefined {
  return Array.isArray(container) ? container[index(key, container.length)] : getOwn(container, key)
}

function add({ container, key }: Place, value: JsonValue): void {
  if (!Array.isArray(container)) setOwn(container, key, value)
  else if (key === '-') container.push(value)
  else container.splice(newIndex(key, container.length + 1), 0, value)
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(index(key, container.length), 1)
  else if (!Object.hasOwn(container, key))
    throw fails(`Unable to remove nonexistent key: ${key}: missing value`)
  else delete container[key]
}

function replace(doc: Container, path: string, value: JsonValue, state: PatchState): Container {
  if (path === '') {
    if (typeof value === 'object' && value !== null) return value
    if (state.strictRoot) throw fails('replace operation value must be object or array')
    return doc
  }
  const at = find(doc, path, `replace operation does not apply: doc is missing path: ${path}`, state)
  checkDepth(at, value, state)
  const { container, key } = at
  if (!Array.isArray(container)) setOwn(container, key, value)
  else container[placeToReplace(key, container.length, path)] = value
  grown(at, state)
  return doc
}

function placeToReplace(key: string, length: number, path: string): number {
  try {
    return index(key, length)
  } catch {
    throw fails(`replace operation does not apply: doc is missing key: ${path}: missing value`)
  }
}

function test(doc: Container, path: string, expected: JsonValue, state: PatchState): void {
  const found = (): JsonValue => {
    const at = find(doc, path, `test operation does not apply: is missing path: ${path}`, state)
    return within(`error in test for path: '${path}'`, () => read(at) ?? null)
  }
  const actual = path === '' ? doc : found()
  if (!equal(actual, expected, state)) throw fails(`testing value ${path} failed: test failed`)
}

/** @param a of the document */
function equal(a: JsonValue | undefined, b: JsonValue | undefined, state: PatchState): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  state.opened.add(a)
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => equal(item, b[i], state))
    )
  }
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key], state))
  )
}
