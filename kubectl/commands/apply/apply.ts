// Upstream: kubectl/pkg/cmd/apply/apply.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { ErrorList, isNotFound, KubectlError, ServerError, withSource } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { getObject, type Info } from '../../resources/builder.ts'
import { tryManifests } from '../../resources/manifests.ts'
import { validationDirective } from '../../resources/validation.ts'
import { createOn, patchOn, type WriteOptions } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import { withLastApplied } from './last-applied.ts'
import { migrateToServerSide } from './migrate.ts'
import { Patcher, pruneNulls } from './patcher.ts'
import { prune } from './prune.ts'

interface Applied {
  object: KubeObject
  operation: string
}

/**
 * `kubectl apply`: client-side, or with --server-side. Goes on after an object that fails, and rejects with the errors at
 * the end.
 */
export async function apply(session: Session, words: string[]): Promise<number> {
  validate(session, words)
  const { manifests, error: unread } = await tryManifests(session, { validates: true })
  const errors = unread === undefined ? [] : [unread]
  if (manifests.length === 0 && errors.length === 0) throw new KubectlError('no objects passed to apply')
  const print = await operationPrinter(session)
  const whole = !['', 'name'].includes(session.flags.string('output'))
  const applied: Applied[] = []
  for (const manifest of manifests) {
    try {
      const info = { ...manifest, name: manifest.object.metadata?.name ?? '' }
      const done = session.flags.bool('server-side')
        ? await applyServerSide(session, info)
        : await applyClientSide(session, info)
      applied.push(done)
      if (!whole) print(done.object, done.operation)
    } catch (error) {
      errors.push(error as Error)
    }
  }
  if (errors.length === 1) throw errors[0]!
  if (errors.length > 0) throw new ErrorList(errors)
  if (whole) print(listOf(applied.map((a) => a.object)), '')
  if (session.flags.bool('prune'))
    await prune(
      session,
      applied.map((a) => a.object),
      print,
    )
  return 0
}

function validate(session: Session, words: readonly string[]): void {
  const { flags } = session
  if (words.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (flags.strings('filename').length === 0 && flags.string('kustomize') === '')
    throw new KubectlError('must specify one of -f and -k')
  if (flags.bool('force-conflicts') && !flags.bool('server-side'))
    throw new KubectlError('--force-conflicts only works with --server-side')
  if (dryRunOf(session) === 'client' && flags.bool('server-side'))
    throw new KubectlError(
      `--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)`,
    )
  if (flags.bool('force') && flags.bool('server-side'))
    throw new KubectlError(`--force cannot be used with --server-side`)
  if (flags.bool('prune') && !flags.bool('all') && flags.string('selector') === '')
    throw new KubectlError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    )
}

const listOf = (objects: KubeObject[]): KubeObject =>
  objects.length === 1
    ? objects[0]!
    : ({ apiVersion: 'v1', items: objects, kind: 'List', metadata: {} } as unknown as KubeObject)

function requireName(info: Info): void {
  const generated = info.object.metadata?.generateName ?? ''
  if (info.name === '' && generated !== '')
    throw new KubectlError(`from ${generated}: cannot use generate name with apply`)
}

const conflictHelp = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`

async function applyServerSide(session: Session, info: Info): Promise<Applied> {
  requireName(info)
  const { flags } = session
  const options: WriteOptions = {
    fieldManager: session.changed('field-manager') ? flags.string('field-manager') : 'kubectl',
    fieldValidation: validationDirective(session),
    force: flags.bool('force-conflicts'),
    subresource: flags.string('subresource'),
  }
  try {
    const made = await patchOn(session, info, 'apply', info.object, options)
    const object = commandDialect(session.minor).migratesToServerSide
      ? await migrateToServerSide(session, info, made, options)
      : made
    warnIfDeleting(session, object)
    return { object, operation: 'serverside-applied' }
  } catch (error) {
    if (error instanceof ServerError && error.reason === 'Conflict')
      throw new KubectlError(`${error.message}${conflictHelp}`)
    throw error
  }
}

async function applyClientSide(session: Session, info: Info): Promise<Applied> {
  requireName(info)
  const options: WriteOptions = { fieldValidation: validationDirective(session) }
  const local = dryRunOf(session) === 'client'
  const modified = withLastApplied(info.object)
  const live = await liveObject(session, info)
  if (live === undefined) {
    const wanted = pruneNulls(modified)
    const object = local
      ? wanted
      : await createOn(session, info, wanted, options).catch((error: unknown) => {
          throw withSource('creating', info.source, error)
        })
    return { object, operation: 'created' }
  }
  if (live.metadata.annotations?.[lastAppliedAnnotation] === undefined) warnNoAnnotation(session, info)
  if (local && !commandDialect(session.minor).localApplyPatches)
    return { object: live, operation: 'configured' }
  const patcher = new Patcher(session, info, options)
  const { patch, object } = local
    ? await patcher.patchLocal(live, modified)
    : await patcher.patch(live, modified, session.flags.bool('force'))
  warnIfDeleting(session, object)
  return { object, operation: Object.keys(patch).length === 0 ? 'unchanged' : 'configured' }
}

async function liveObject(session: Session, info: Info): Promise<KubeObject | undefined> {
  try {
    return await getObject(session, info)
  } catch (error) {
    if (isNotFound(error)) return undefined
    const { resource, namespace, name, source } = info
    const gv = `${resource.group}/${resource.version}`
    throw withSource(
      `retrieving current configuration of:\nResource: "${gv}, Resource=${resource.name}", GroupVersionKind: "${gv}, Kind=${resource.kind}"\nName: "${name}", Namespace: "${namespace ?? ''}"\nfrom server for:`,
      source,
      error,
    )
  }
}

function warnNoAnnotation(session: Session, info: Info): void {
  session.host.stderr(
    `Warning: resource ${info.resource.name}/${info.name} is missing the ${lastAppliedAnnotation} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
  )
}

function warnIfDeleting(session: Session, object: KubeObject): void {
  if (object.metadata.deletionTimestamp !== undefined)
    session.host.stderr(
      `Warning: Detected changes to resource ${object.metadata.name} which is currently being deleted.\n`,
    )
}
