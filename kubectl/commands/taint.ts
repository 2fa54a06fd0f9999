// Upstream: kubectl/pkg/cmd/taint
import type { Taint } from '../../api/core-v1.ts'
import { goType } from '../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../apimachinery/go-print/plain.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { isQualifiedName, isValidLabelValue } from '../../apimachinery/validation/label-names.ts'
import { ErrorList, KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, type Info, visit } from '../resources/builder.ts'
import { findResource } from '../resources/discovery.ts'
import { validationDirective } from '../resources/validation.ts'
import { patchOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** `key=value:effect`, `key:effect`, `key`. */
function parseTaint(text: string, minor: number): Taint {
  const invalid = (more = ''): KubectlError => new KubectlError(`invalid taint spec: ${text}${more}`)
  const parts = text.split(':')
  if (parts.length > 2) throw invalid()
  const [pair = '', effect] = parts
  if (effect !== undefined && !effects.includes(effect))
    throw new KubectlError(`invalid taint effect: ${effect}, unsupported taint effect`)
  const [key = '', value, ...rest] = effect === undefined ? [pair] : pair.split('=')
  if (rest.length > 0) throw invalid()
  const errors = [...isValidLabelValue(value ?? '', minor), ...isQualifiedName(key, minor)]
  if (errors.length > 0) throw invalid(`, ${errors.join('; ')}`)
  return {
    key,
    ...(value === undefined || value === '' ? {} : { value }),
    ...(effect === undefined ? {} : { effect }),
  }
}

interface Changes {
  added: Taint[]
  removed: Taint[]
}

function parse(words: readonly string[], minor: number): Changes {
  const changes: Changes = { added: [], removed: [] }
  for (const word of words) {
    if (word.endsWith('-')) {
      const { value: _ignored, ...taint } = parseTaint(word.slice(0, -1), minor)
      changes.removed.push(taint)
      continue
    }
    const taint = parseTaint(word, minor)
    if (taint.effect === undefined) throw new KubectlError(`invalid taint spec: ${word}`)
    if (changes.added.some((t) => matches(t, taint)))
      throw new KubectlError(
        `duplicated taints with the same key and effect: ${goPlain(taint, goType('core/v1.Taint', minor))}`,
      )
    changes.added.push(taint)
  }
  return changes
}

const matches = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect
const shown = (t: Taint): string => `${t.key}${t.effect === undefined ? '' : `:${t.effect}`}`

function split(words: readonly string[]): { resources: string[]; taints: string[] } {
  const isTaint = (word: string): boolean => /[=:]|-$/.test(word)
  const first = words.findIndex(isTaint)
  const taints = first < 0 ? [] : words.slice(first)
  const stray = taints.find((word) => !isTaint(word))
  if (stray !== undefined)
    throw new KubectlError(`all resources must be specified before taint changes: ${stray}`)
  return { resources: first < 0 ? [...words] : words.slice(0, first), taints }
}

/** `kubectl taint nodes`: adds (`key=value:effect`) and removes (`key:effect-`) taints. An existing taint needs --overwrite. */
export async function taint(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const { resources, taints } = split(words)
  if (resources.length === 0)
    throw new KubectlError('one or more resources must be specified as <resource> <name>')
  if (taints.length === 0) throw new KubectlError('at least one taint update is required')
  const changes = parsed(session, taints)
  await validate(session, resources, changes)
  const print = await operationPrinter(session)
  const options = { all: flags.bool('all'), selector: flags.string('selector') }
  const selects = options.all || options.selector !== ''
  const targets = await buildTargets(session, selects ? ['nodes'] : ['nodes', ...resources.slice(1)], options)
  await visit(session, targets, options, async (info) => {
    const { object, operation } = await change(session, info, changes)
    print(object, operation)
  })
  return 0
}

function parsed(session: Session, taints: readonly string[]): Changes {
  try {
    return parse(taints, session.minor)
  } catch (error) {
    throw session.usageError((error as Error).message)
  }
}

async function validate(session: Session, resources: readonly string[], changes: Changes): Promise<void> {
  const { flags } = session
  const type = resources[0]!.toLowerCase()
  const resource = findResource(await session.resources(), type)
  if (resource.kind !== 'Node')
    throw new KubectlError(`invalid resource type ${type}, only node types are supported`)
  const both = changes.added.flatMap((a) =>
    changes.removed
      .filter((r) => r.key === a.key && (r.effect === undefined || r.effect === a.effect))
      .map((r) => `${r.key}=${r.effect ?? ''}`),
  )
  if (both.length > 0)
    throw new KubectlError(
      `can not both modify and remove the following taint(s) in the same command: ${both.join(', ')}`,
    )
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new KubectlError("setting 'all' parameter with a non empty selector is prohibited")
  if (!flags.bool('all') && flags.string('selector') === '' && resources.length < 2)
    throw new KubectlError("at least one resource name must be specified since 'all' parameter is not set")
}

async function change(
  session: Session,
  info: Info,
  changes: Changes,
): Promise<{ object: KubeObject; operation: string }> {
  const spec = (info.object['spec'] ?? {}) as { taints?: Taint[] }
  const old = spec.taints ?? []
  const overwrite = session.flags.bool('overwrite')
  const exists = changes.added.filter((t) => old.some((o) => matches(o, t))).map((t) => t.key)
  if (!overwrite && exists.length > 0)
    throw new KubectlError(
      `node ${info.name} already has ${exists.join(',')} taint(s) with same effect(s) and --overwrite is false`,
    )
  const { taints, operation } = reorganized(old, changes, overwrite)
  const object = { ...info.object, spec: { ...spec, taints } }
  if (dryRunOf(session) === 'client') return { object, operation }
  const patch = { spec: { taints: taints.length === 0 ? null : taints } }
  const validation = { fieldValidation: validationDirective(session) }
  return { object: await patchOn(session, info, 'strategic', patch, validation), operation }
}

/** Upstream: reorganizeTaints */
function reorganized(
  old: readonly Taint[],
  { added, removed }: Changes,
  overwrite: boolean,
): { taints: Taint[]; operation: string } {
  let taints = [...added, ...old.filter((o) => !added.some((t) => matches(t, o)))]
  const grown = taints.length !== old.length
  const errors: Error[] = []
  let deleted = false
  for (const gone of removed) {
    const left = taints.filter((t) => (gone.effect === undefined ? t.key !== gone.key : !matches(t, gone)))
    deleted = left.length !== taints.length
    if (!deleted) errors.push(new KubectlError(`taint "${shown(gone)}" not found`))
    taints = left
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0]! : new ErrorList(errors)
  const operation = (grown && deleted) || overwrite ? 'modified' : grown ? 'tainted' : 'untainted'
  return { taints, operation }
}
