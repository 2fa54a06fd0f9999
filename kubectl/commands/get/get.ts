// Upstream: kubectl/pkg/cmd/get/get.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { ErrorList, isNotFound, KubectlError, PlainError } from '../../errors.ts'
import { shownObject } from '../../printers/printer.ts'
import {
  type BuildOptions,
  buildTargets,
  flagOptions,
  getObject,
  inMissingNamespace,
  listError,
  listObjects,
  type Target,
} from '../../resources/builder.ts'
import type { Resource } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import { checkSubresource } from '../subresource.ts'
import { type GenericPrinter, genericPrinter, isHumanReadable, pathOfTarget, tableStyle } from './output.ts'
import { sortByField, sortedRows } from './sorter.ts'
import { nameTable, type Table, TablePrinter, tableAccept } from './table.ts'
import { watch } from './watch.ts'

/** `kubectl get`: tables of the server, or objects in an output format; with -w also changes, with --raw a GET of a path. */
export async function get(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (session.changed('raw')) return raw(session, words)
  requireTarget(session, words)
  validate(session)
  checkSubresource(session)
  const options = { ...flagOptions(session), allowEmptySelector: true }
  const targets = await buildTargets(session, words, options).catch((error: Error) => {
    // Upstream: that of a kustomization is one of an aggregate.
    throw flags.string('kustomize') === '' ? error : new PlainError(error.message)
  })
  if (flags.bool('watch') || flags.bool('watch-only')) return watch(session, targets, options)
  if (isHumanReadable(session)) return printTables(session, targets, options)
  const print = await genericPrinter(session)
  const { text, errors } = await objectsText(session, targets, options, print)
  const files = flags.strings('filename')
  const single = files.length === 1 && files[0] !== '-'
  host.stdout(single && errors.length > 0 ? '' : text)
  return finish(errors.flatMap((error) => (error instanceof ErrorList ? error.leaves : [error])))
}

async function raw(session: Session, words: readonly string[]): Promise<number> {
  const { flags } = session
  if (words.length > 0) throw new KubectlError('arguments may not be passed when --raw is specified')
  if (flags.bool('watch') || flags.bool('watch-only') || flags.string('selector') !== '')
    throw new KubectlError(
      '--raw may not be specified with other flags that filter the server request or alter the output',
    )
  if (flags.string('output') !== '') throw new KubectlError('--raw and --output are mutually exclusive')
  const uri = flags.string('raw')
  if (!uri.startsWith('/') && !/^\w+:/.test(uri))
    throw new KubectlError(`--raw must be a valid URL path: parse "${uri}": invalid URI for request`)
  session.host.stdout(await (await session.transport()).text(uri, { accept: 'application/json, */*' }))
  return 0
}

function requireTarget(session: Session, words: readonly string[]): void {
  const { flags, host } = session
  if (words.length > 0 || flags.strings('filename').length > 0 || flags.string('kustomize') !== '') return
  if (flags.bool('watch') || flags.bool('watch-only')) return
  host.stderr(
    'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
  )
  throw session.usageError(
    'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).',
  )
}

function validate(session: Session): void {
  const { flags } = session
  const output = flags.string('output')
  if (flags.bool('show-labels') && output !== '' && output !== 'wide')
    throw new KubectlError(`--show-labels option cannot be used with ${output} printer`)
  if (flags.bool('output-watch-events') && !flags.bool('watch') && !flags.bool('watch-only'))
    throw new KubectlError('--output-watch-events option can only be used with --watch or --watch-only')
}

async function printTables(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
): Promise<number> {
  const sortBy = session.flags.string('sort-by')
  const extra: Record<string, string> = sortBy === '' ? {} : { includeObject: 'Object' }
  const found: { resource: Resource; table: Table }[] = []
  const errors = await gather(session, targets, async (target) => {
    const path = pathOfTarget(session, target, options, extra)
    const accept = session.flags.bool('server-print', true) ? tableAccept : 'application/json'
    const table = await (await session.transport())
      .json<Table & KubeObject>(path, { accept })
      .then((answer) => (answer.kind === 'Table' ? answer : nameTable(answer, session.host.now())))
      .catch((error: unknown) => {
        if (target.name !== undefined) return inMissingNamespace(session, target, error)
        throw listError(error, target.resource, options)
      })
    found.push({ resource: target.resource, table })
  })
  const withKind = new Set(found.map((f) => f.resource)).size > 1
  if (sortBy !== '') for (const { table } of found) table.rows = sortedRows(table.rows ?? [], sortBy)
  const texts: string[] = []
  for (let i = 0; i < found.length; ) {
    const { resource } = found[i]!
    const run = found.slice(i).findIndex((f) => f.resource !== resource)
    const same = found.slice(i, run < 0 ? undefined : i + run)
    i += same.length
    const filled = same.map((f) => f.table).filter((t) => (t.rows ?? []).length > 0)
    if (filled.length > 0)
      texts.push(new TablePrinter(resource, tableStyle(session, resource, withKind)).print(filled))
  }
  session.host.stdout(texts.join(session.flags.bool('no-headers') ? '' : '\n'))
  if (texts.length === 0 && errors.length === 0 && !session.flags.bool('ignore-not-found'))
    await nothingFound(session, found)
  return errors.length > 1 ? finish(errors) : finish(errors.map((error) => new ErrorList([error])))
}

async function nothingFound(session: Session, found: readonly { resource: Resource }[]): Promise<void> {
  const namespaced =
    !session.flags.bool('all-namespaces') && found.every(({ resource }) => resource.namespaced)
  session.host.stderr(
    namespaced ? `No resources found in ${await session.namespace()} namespace.\n` : 'No resources found\n',
  )
}

/** Does the work for each target; the errors that matter. */
async function gather(
  session: Session,
  targets: readonly Target[],
  work: (target: Target) => Promise<void>,
): Promise<Error[]> {
  const errors: Error[] = []
  for (const target of targets) {
    try {
      if (target.problem !== undefined) throw target.problem
      await work(target)
    } catch (error) {
      if (!isNotFound(error) || !session.flags.bool('ignore-not-found')) errors.push(error as Error)
    }
  }
  return errors
}

function finish(errors: readonly Error[]): number {
  if (errors.length === 1) throw errors[0]!
  if (errors.length > 0) throw new ErrorList(errors)
  return 0
}

async function objectsText(
  session: Session,
  targets: readonly Target[],
  options: BuildOptions,
  print: GenericPrinter,
): Promise<{ text: string; errors: Error[] }> {
  const subresource = session.flags.string('subresource')
  const single = targets.length === 1 && targets[0]!.name !== undefined
  const found: KubeObject[] = []
  const errors = await gather(session, targets, async (target) => {
    if (target.name === undefined) found.push(...(await listObjects(session, target, options)))
    else found.push(await getObject(session, target, subresource))
  })
  if (single && errors.length > 0) return { text: '', errors }
  if (found.length === 0 && session.flags.bool('ignore-not-found')) return { text: '', errors }
  const shown = found.map((object) => shownObject(session, object))
  if (single) return { text: print(shown[0]!), errors }
  const sortBy = session.flags.string('sort-by')
  const items = sortBy === '' ? shown : sortByField(shown, sortBy, (o) => o)
  const list = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }
  return { text: print(list as unknown as KubeObject), errors }
}
