// What a document says of an edit that its author made in an editor, and the edit itself: gates, flags and images of components in
// manifests, configuration files and objects.
import type { Container } from '../../api/core-v1.ts'
import { parseAllDocuments, parseDocument } from '../../component-base/yaml.ts'
import { gatesIn } from '../../featuregates/parse-gates.ts'
import { withFlag, withoutFlag, withoutPart, withPart } from './flags.ts'
import { toYaml } from './yaml-text.ts'

/** A change of gates, flags, fields or images of a component, as an author makes it in an editor. */
export type Edit =
  /** `value` undefined: the gate is no longer set, if it was set to `was` (default: to anything). */
  | { kind: 'gate'; gate: string; value: boolean | undefined; was?: boolean | undefined }
  /** `value` undefined: a flag without one. */
  | { kind: 'flag'; flag: string; value: string | undefined }
  /** Taken away, if it had that value (undefined: any). */
  | { kind: 'flag-removed'; flag: string; value: string | undefined }
  /** In `--runtime-config`: `storage.k8s.io/v1beta1`. */
  | { kind: 'api'; api: string; on: boolean }
  /** Of a configuration file, or an entry of one (`cpuManagerPolicyOptions.x`); `value` undefined: no longer there. */
  | { kind: 'field'; field: string; value: unknown }
  /** The images' new release, as `1.30.0`. */
  | { kind: 'release'; release: string }

const flagShape = /--([a-z][\w-]*)=("[^"]*"|[^\s"'`,;)]+(?:,[\w=]+)*)/g
const gateShape = /\b([A-Z]\w*)\s*[:=]\s*"?(true|false)\b/g

/** @param gates those that the document is about: "remove the feature flag" means the only one */
export function readEdits(notes: readonly string[], gates: readonly string[]): Edit[] {
  const edits = notes.flatMap((note) => editsIn(note, gates))
  return edits.filter(
    (edit, at) => edits.findIndex((one) => JSON.stringify(one) === JSON.stringify(edit)) === at,
  )
}

function editsIn(note: string, gates: readonly string[]): Edit[] {
  const edits: Edit[] = []
  // "Modify A to B": what stands last is what holds then.
  const wanted = /\bto\s+`?(--.*)$/.exec(note)?.[1] ?? note
  for (const [, flag, value] of wanted.matchAll(flagShape)) {
    const text = value!.replaceAll('"', '')
    if (flag !== 'feature-gates') edits.push({ kind: 'flag', flag: flag!, value: text })
    else for (const [gate, on] of Object.entries(gatesIn(text))) edits.push({ kind: 'gate', gate, value: on })
  }
  const rest = wanted.replace(flagShape, '')
  for (const [, gate, value] of rest.matchAll(gateShape))
    edits.push({ kind: 'gate', gate: gate!, value: value === 'true' })
  const removed = /\b(?:remov|delet|drop)\w*\b.*?\bfeature[- ]?(?:flags?|gates?)\b/i.exec(note)
  if (removed !== null && edits.every(({ kind }) => kind !== 'gate')) {
    const named = gates.filter((gate) => note.includes(gate))
    for (const gate of named.length > 0 ? named : gates.slice(0, gates.length === 1 ? 1 : 0))
      edits.push({ kind: 'gate', gate, value: undefined })
  }
  const release = /\bimages?\b.*?\bto\s+`?(?:\S+:)?v?(1\.\d+\.\d+)\b/i.exec(note)?.[1]
  if (release !== undefined) edits.push({ kind: 'release', release })
  return edits
}

/** Where it is noted which edits found what they are about: a gate that is not set cannot be taken away. */
export type DoneEdits = Set<Edit>

/** A command line with the edits made; one that takes its gates from a file keeps it. */
export function editedArgs(args: readonly string[], edits: readonly Edit[], done?: DoneEdits): string[] {
  const container: Container = { command: [...args] }
  for (const edit of edits) if (edit.kind !== 'release') editContainer(container, edit, done)
  return container.command!
}

interface Editable {
  kind?: string
  data?: Record<string, string>
  featureGates?: Record<string, boolean>
  spec?: { containers?: Container[]; template?: { spec?: { containers?: Container[] } } }
}

/** A file with the edits made, where they say something about it. Throws the YAML parser's error. */
export function editedFile(text: string, edits: readonly Edit[], done?: DoneEdits): string {
  const documents = parseAllDocuments(text, { logLevel: 'error' })
  for (const document of documents) if (document.errors[0] !== undefined) throw document.errors[0]
  return documents.map((document) => toYaml(edited(document.toJS() as Editable, edits, done))).join('---\n')
}

/** An object or configuration with the edits made. */
export function edited<T extends object>(object: T, edits: readonly Edit[], done?: DoneEdits): T {
  const copy = structuredClone(object) as Editable
  for (const edit of edits) editOne(copy, edit, done)
  return copy as T
}

function editOne(object: Editable, edit: Edit, done: DoneEdits | undefined): void {
  if (/Configuration$/.test(object.kind ?? '')) {
    editConfiguration(object, edit, done)
    return
  }
  for (const [key, text] of Object.entries(object.data ?? {})) {
    const file = parseDocument(text, { logLevel: 'error' })
    const content = file.errors.length === 0 ? (file.toJS() as Editable | null) : null
    if (typeof content !== 'object' || !/Configuration$/.test(content?.kind ?? '')) continue
    object.data![key] = toYaml(edited(content!, [edit], done))
  }
  const [container] = object.spec?.containers ?? object.spec?.template?.spec?.containers ?? []
  if (container !== undefined) editContainer(container, edit, done)
}

function editConfiguration(object: Editable, edit: Edit, done: DoneEdits | undefined): void {
  if (edit.kind === 'field') {
    const [name = '', inner] = edit.field.split(/\.(.*)/s)
    const fields = inner === undefined ? (object as Record<string, unknown>) : mapIn(object, name)
    const field = inner ?? name
    if (edit.value !== undefined || Object.hasOwn(fields, field)) done?.add(edit)
    if (edit.value === undefined) delete fields[field]
    else fields[field] = edit.value
  }
  if (edit.kind !== 'gate') return
  const { [edit.gate]: before, ...gates } = object.featureGates ?? {}
  if (edit.value !== undefined) object.featureGates = { ...gates, [edit.gate]: edit.value }
  else if (before === undefined || (edit.was !== undefined && edit.was !== before)) return
  else object.featureGates = gates
  done?.add(edit)
}

/** A field of maps from names to values, made where it is missing. */
function mapIn(object: object, name: string): Record<string, unknown> {
  const fields = object as Record<string, unknown>
  const found = Object.hasOwn(fields, name) ? fields[name] : undefined
  const map = typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
  fields[name] = map
  return map
}

function editContainer(container: Container, edit: Edit, done: DoneEdits | undefined): void {
  if (edit.kind === 'field') return
  if (edit.kind === 'release') {
    const image = container.image?.replace(/:v?\d[^:@]*(?:@.*)?$/, `:v${edit.release}`)
    if (image !== undefined && image !== container.image) done?.add(edit)
    else if (image?.endsWith(`:v${edit.release}`) === true) done?.add(edit)
    container.image = image ?? ''
    return
  }
  // A program with a configuration file has its gates there.
  const words = [...(container.command ?? []), ...(container.args ?? [])]
  if (edit.kind === 'gate' && words.some((word) => word.startsWith('--config='))) return
  const own = (container.args ?? []).some((word) => word.startsWith('--')) ? 'args' : 'command'
  const other = own === 'args' ? 'command' : 'args'
  const removes = edit.kind === 'flag-removed' || (edit.kind === 'gate' && edit.value === undefined)
  // What the other list has of it would hold as well.
  const there = container[other] === undefined ? undefined : editedWords(container[other], asRemoval(edit))
  if (there !== undefined) container[other] = there
  const here = editedWords(container[own] ?? [], edit)
  if (here !== undefined) container[own] = here
  if (here !== undefined || (removes && there !== undefined)) done?.add(edit)
}

function asRemoval(edit: Edit): Edit {
  if (edit.kind === 'gate') return { ...edit, value: undefined }
  return edit.kind === 'flag' ? { kind: 'flag-removed', flag: edit.flag, value: undefined } : edit
}

/** Undefined where there is nothing of what is to be taken away. */
function editedWords(words: readonly string[], edit: Edit): string[] | undefined {
  if (edit.kind === 'flag') return withFlag(words, edit.flag, edit.value)
  if (edit.kind === 'flag-removed') return withoutFlag(words, edit.flag, edit.value)
  if (edit.kind === 'api') return withPart(words, 'runtime-config', edit.api, edit.on)
  if (edit.kind !== 'gate') return undefined
  return edit.value === undefined
    ? withoutPart(words, 'feature-gates', edit.gate, edit.was)
    : withPart(words, 'feature-gates', edit.gate, edit.value)
}
