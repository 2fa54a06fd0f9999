// What a document says of an edit that its author made in an editor, and the edit itself: gates, flags and images of components in
// manifests, configuration files and objects.
import { parseAllDocuments, parseDocument } from 'yaml'
import { parseGates } from './feature-gates.ts'
import { toYaml } from './yaml-text.ts'

export type Edit =
  /** `value` undefined: the gate is no longer set. */
  | { kind: 'gate'; gate: string; value: boolean | undefined }
  | { kind: 'flag'; flag: string; value: string }
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
    else
      for (const [gate, on] of Object.entries(parseGates(text))) edits.push({ kind: 'gate', gate, value: on })
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

/** A command line with the edits made; one that takes its gates from a file keeps it. */
export function editedArgs(args: readonly string[], edits: readonly Edit[]): string[] {
  const container: Container = { command: [...args] }
  for (const edit of edits) if (edit.kind !== 'release') editContainer(container, edit)
  return container.command!
}

interface Container {
  image?: string
  command?: string[]
  args?: string[]
}
interface Editable {
  kind?: string
  data?: Record<string, string>
  featureGates?: Record<string, boolean>
  spec?: { containers?: Container[]; template?: { spec?: { containers?: Container[] } } }
}

/** A file with the edits made, where they say something about it. Throws the YAML parser's error. */
export function editedFile(text: string, edits: readonly Edit[]): string {
  const documents = parseAllDocuments(text, { logLevel: 'error' })
  for (const document of documents) if (document.errors[0] !== undefined) throw document.errors[0]
  return documents.map((document) => toYaml(edited(document.toJS() as Editable, edits))).join('---\n')
}

/** An object or configuration with the edits made. */
export function edited<T extends object>(object: T, edits: readonly Edit[]): T {
  const copy = structuredClone(object) as Editable
  for (const edit of edits) editOne(copy, edit)
  return copy as T
}

function editOne(object: Editable, edit: Edit): void {
  if (/Configuration$/.test(object.kind ?? '')) {
    editConfiguration(object, edit)
    return
  }
  for (const [key, text] of Object.entries(object.data ?? {})) {
    const file = parseDocument(text, { logLevel: 'error' })
    const content = file.errors.length === 0 ? (file.toJS() as Editable | null) : null
    if (typeof content !== 'object' || !/Configuration$/.test(content?.kind ?? '')) continue
    object.data![key] = toYaml(edited(content!, [edit]))
  }
  const [container] = object.spec?.containers ?? object.spec?.template?.spec?.containers ?? []
  if (container !== undefined) editContainer(container, edit)
}

function editConfiguration(object: Editable, edit: Edit): void {
  if (edit.kind !== 'gate') return
  const { [edit.gate]: _before, ...gates } = object.featureGates ?? {}
  object.featureGates = edit.value === undefined ? gates : { ...gates, [edit.gate]: edit.value }
}

function editContainer(container: Container, edit: Edit): void {
  if (edit.kind === 'release') {
    container.image = container.image?.replace(/:v?\d[^:@]*(?:@.*)?$/, `:v${edit.release}`) ?? ''
    return
  }
  const words = container.command ?? []
  // A program with a configuration file has its gates there.
  if (edit.kind === 'gate' && words.some((word) => word.startsWith('--config='))) return
  const flag = edit.kind === 'gate' ? 'feature-gates' : edit.flag
  const at = words.findIndex((word) => word.startsWith(`--${flag}=`))
  const before = at < 0 ? '' : words[at]!.slice(flag.length + 3)
  const value = edit.kind === 'flag' ? edit.value : gatesWith(before, edit.gate, edit.value)
  container.command = words.filter((_word, i) => i !== at)
  if (value !== '') container.command.push(`--${flag}=${value}`)
}

function gatesWith(before: string, gate: string, value: boolean | undefined): string {
  const others = before.split(',').filter((part) => part !== '' && part.split('=')[0] !== gate)
  return [...others, ...(value === undefined ? [] : [`${gate}=${value}`])].join(',')
}
