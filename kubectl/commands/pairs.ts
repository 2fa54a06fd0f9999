// `label` and `annotate`: `key=value` sets, `key-` removes.
// Upstream: kubectl/pkg/cmd/label/label.go, kubectl/pkg/cmd/annotate/annotate.go

import type { KubeObject } from '../../apimachinery/json.ts'
import { isValidLabelValue } from '../../apimachinery/validation/label-names.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { KubectlError } from '../errors.ts'
import { dryRunOf, operationPrinter } from '../printers/printer.ts'
import { buildTargets, flagOptions, type Info, visit } from '../resources/builder.ts'
import { patchOn } from '../resources/writes.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

type Field = 'labels' | 'annotations'
interface Changes {
  set: Map<string, string>
  removed: string[]
}

const singular = { labels: 'label', annotations: 'annotation' } as const

/** Upstream: kubectl/pkg/cmd/util/helpers.go (GetResourcesAndPairs) */
function split(words: readonly string[], what: string): { resources: string[]; pairs: string[] } {
  const isPair = (word: string): boolean =>
    (word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word !== '-')
  const first = words.findIndex(isPair)
  const resources = first < 0 ? [...words] : words.slice(0, first)
  const pairs = first < 0 ? [] : words.slice(first)
  const stray = pairs.find((word) => !isPair(word))
  if (stray !== undefined)
    throw new KubectlError(`all resources must be specified before ${what} changes: ${stray}`)
  return { resources, pairs }
}

function parse(pairs: readonly string[], field: Field, minor: number): Changes {
  const changes: Changes = { set: new Map(), removed: [] }
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 0) changes.removed.push(pair.slice(0, -1))
    else {
      if (field === 'labels') checkLabel(pair, minor)
      changes.set.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  const both = changes.removed.filter((key) => changes.set.has(key))
  if (both.length > 0)
    throw new KubectlError(
      field === 'labels'
        ? `can not both modify and remove a label in the same command`
        : `can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`,
    )
  return changes
}

function checkLabel(pair: string, minor: number): void {
  const parts = pair.split('=')
  if (parts.length !== 2) throw new KubectlError(`invalid label spec: ${pair}`)
  const errors = isValidLabelValue(parts[1]!, minor)
  if (errors.length > 0) throw new KubectlError(`invalid label value: ${goQuote(pair)}: ${errors.join(';')}`)
}

function validate(session: Session, resources: readonly string[], changes: Changes, field: Field): void {
  const { flags } = session
  if (flags.bool('list') && flags.string('output') !== '')
    throw new KubectlError('--list and --output may not be specified together')
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new KubectlError('cannot set --all and --selector at the same time')
  if (flags.bool('all') && flags.string('field-selector') !== '')
    throw new KubectlError('cannot set --all and --field-selector at the same time')
  if (resources.length === 0 && flags.strings('filename').length === 0)
    throw new KubectlError(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    )
  if (changes.set.size === 0 && changes.removed.length === 0 && !flags.bool('list'))
    throw new KubectlError(`at least one ${singular[field]} update is required`)
}

/** `kubectl label` and `kubectl annotate`. An existing key needs --overwrite; with --list the pairs are printed only. */
export async function setPairs(session: Session, words: string[], field: Field): Promise<number> {
  const { resources, pairs } = split(words, singular[field])
  const changes = parse(pairs, field, session.minor)
  validate(session, resources, changes, field)
  const options = {
    ...flagOptions(session),
    allowEmptySelector: session.flags.bool('all'),
    asInFile: session.flags.bool('local'),
  }
  const targets = await buildTargets(session, resources, options)
  const single = targets.length === 1 && targets[0]!.name !== undefined
  const version = session.flags.string('resource-version')
  if (version !== '' && !single)
    throw new KubectlError('--resource-version may only be used with a single resource')
  const tells = field === 'annotations' || commandDialect(session.minor).tellsDryRunOfLabels
  const print = await operationPrinter(session, tells ? undefined : 'none')
  const work = async (info: Info): Promise<void> => {
    const [object, operation] = await change(session, info, field, changes)
    if (session.flags.bool('list')) list(session, { ...info, object }, field, single)
    else print(object, operation)
  }
  await visit(session, targets, options, work)
  return 0
}

function list(session: Session, info: Info, field: Field, single: boolean): void {
  const { kind, group } = info.resource
  const title = single ? '' : `Listing ${field} for ${kind}.${group}/${info.name}:\n`
  const lines = Object.entries(info.object.metadata[field] ?? {}).map(
    ([key, value]) => `${single ? '' : ' '}${key}=${value}\n`,
  )
  session.host.stdout(title + lines.join(''))
}

/** The object after the change, and what to say of it. */
async function change(
  session: Session,
  info: Info,
  field: Field,
  changes: Changes,
): Promise<[KubeObject, string]> {
  // Upstream: what is listed is not sent.
  const local = dryRunOf(session) === 'client' || ['local', 'list'].some((name) => session.flags.bool(name))
  const old = info.object.metadata[field] ?? {}
  const version = session.flags.string('resource-version')
  if (field === 'labels' && !local)
    for (const key of changes.removed)
      if (!Object.hasOwn(old, key)) session.host.stdout(`label ${goQuote(key)} not found.\n`)
  if (!session.flags.bool('overwrite')) requireNew(old, changes, field, isStrict(session, field))
  const set = [...changes.set].filter(([key, value]) => !Object.hasOwn(old, key) || old[key] !== value)
  const removed = changes.removed.filter((key) => Object.hasOwn(old, key))
  const operation = operationOf(session, field, set.length > 0, removed.length > 0)
  const next = Object.fromEntries([...Object.entries(old).filter(([key]) => !removed.includes(key)), ...set])
  const changed = { ...info.object, metadata: { ...info.object.metadata, [field]: next } }
  if (local || (set.length === 0 && removed.length === 0 && version === '' && field === 'labels'))
    return [changed, operation]
  const patch = {
    metadata: {
      ...(version === '' ? {} : { resourceVersion: version }),
      ...(set.length + removed.length === 0
        ? {}
        : {
            [field]:
              Object.keys(next).length === 0 && field === 'annotations'
                ? null
                : { ...Object.fromEntries(removed.map((key) => [key, null])), ...Object.fromEntries(set) },
          }),
    },
  }
  return [await patchOn(session, info, 'merge', patch), operation]
}

/** The cause of a change can always be told anew. */
const changeCause = 'kubernetes.io/change-cause'

const isStrict = (session: Session, field: Field): boolean =>
  field === 'annotations' && !commandDialect(session.minor).annotatesOverSame

/** @param strict a value that is there already is refused, too */
function requireNew(old: Record<string, string>, { set }: Changes, field: Field, strict: boolean): void {
  const taken = [...set].flatMap(([key, value]) =>
    Object.hasOwn(old, key) && (strict || old[key] !== value) && key !== changeCause
      ? [`'${key}' already has a value (${old[key]})`]
      : [],
  )
  if (taken.length === 0) return
  if (field === 'annotations')
    throw new KubectlError(
      `--overwrite is false but found the following declared annotation(s): ${taken.join('; ')}`,
    )
  const texts = taken.map((text) => `${text}, and --overwrite is false`)
  throw new KubectlError(texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`)
}

function operationOf({ minor }: Session, field: Field, set: boolean, removed: boolean): string {
  if (field === 'annotations') return commandDialect(minor).annotateOperation
  if (set && removed) return 'modified'
  return set ? 'labeled' : removed ? 'unlabeled' : 'not labeled'
}
