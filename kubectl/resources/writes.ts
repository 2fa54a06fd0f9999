// Writing objects: POST, PUT, PATCH, DELETE with what the flags say.
// Upstream: cli-runtime/pkg/resource/helper.go
import { sortKeys } from '../../apimachinery/go-print/marshal.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import { type DryRun, dryRunOf } from '../printers/printer.ts'
import type { Session } from '../session.ts'
import type { Target } from './builder.ts'
import { pathOf } from './discovery.ts'

/** The Content-Types of patches, by the values of `kubectl patch --type`. */
export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const
/** The form of a patch, by the names of --type. */
export type PatchKind = keyof typeof patchTypes

/** The query parameters of a write. */
export interface WriteOptions {
  /** Default: --field-manager, else none. */
  fieldManager?: string
  /** Strict, Warn or Ignore. */
  fieldValidation?: string
  /** Default: what --dry-run says. */
  dryRun?: DryRun
  subresource?: string
  /** Of a server-side apply. */
  force?: boolean
}

function queryOf(session: Session, options: WriteOptions): string {
  const params = new URLSearchParams()
  const manager = options.fieldManager ?? session.flags.string('field-manager')
  if (manager !== '') params.set('fieldManager', manager)
  if (options.fieldValidation !== undefined) params.set('fieldValidation', options.fieldValidation)
  if (options.force !== undefined) params.set('force', String(options.force))
  if ((options.dryRun ?? dryRunOf(session)) === 'server') params.set('dryRun', 'All')
  return params.size === 0 ? '' : `?${params}`
}

/** JSON as Go writes what has no type: the order of keys is that in which a server tells unknown fields. Times of YAML become texts. */
const bodyOf = (value: unknown): string => JSON.stringify(sortKeys(JSON.parse(JSON.stringify(value))))

/** POSTs an object to the collection of the target. */
export async function createOn(
  session: Session,
  target: Pick<Target, 'resource' | 'namespace'>,
  object: KubeObject,
  options: WriteOptions = {},
): Promise<KubeObject> {
  const path = `${pathOf(target.resource, target.namespace)}${queryOf(session, options)}`
  return (await session.transport()).json<KubeObject>(path, { method: 'POST', body: bodyOf(object) })
}

/** PATCHes an object. @param patch JSON data, or its text */
export async function patchOn(
  session: Session,
  target: Target,
  kind: PatchKind,
  patch: unknown,
  options: WriteOptions = {},
): Promise<KubeObject> {
  const { resource, namespace, name } = target
  const path = `${pathOf(resource, namespace, name, options.subresource)}${queryOf(session, options)}`
  return (await session.transport()).json<KubeObject>(path, {
    method: 'PATCH',
    body: typeof patch === 'string' ? patch : bodyOf(patch),
    contentType: patchTypes[kind],
  })
}

/** PUTs an object; without a resourceVersion it gets the server's, as in kubectl. */
export async function replaceOn(
  session: Session,
  target: Target,
  object: KubeObject,
  options: WriteOptions = {},
): Promise<KubeObject> {
  const transport = await session.transport()
  const { resource, namespace, name } = target
  const path = pathOf(resource, namespace, name, options.subresource)
  const put = (body: KubeObject): Promise<KubeObject> =>
    transport.json<KubeObject>(`${path}${queryOf(session, options)}`, {
      method: 'PUT',
      body: bodyOf(body),
    })
  if ((object.metadata.resourceVersion ?? '') !== '') return put(object)
  const live = await transport.json<KubeObject>(pathOf(resource, namespace, name)).catch(() => undefined)
  const { resourceVersion } = live?.metadata ?? {}
  return put(
    resourceVersion === undefined ? object : { ...object, metadata: { ...object.metadata, resourceVersion } },
  )
}

/** The fields of meta/v1 DeleteOptions that kubectl sets. */
export interface DeleteOptions {
  /** Seconds; negative: the server's default. */
  gracePeriod: number
  /** Default: what the server does. */
  propagationPolicy?: string
}

/** DELETEs an object; resolves with the deleted object's uid, where the server tells it. */
export async function deleteOn(
  session: Session,
  target: Target,
  options: DeleteOptions,
  dryRun: DryRun = dryRunOf(session),
): Promise<string | undefined> {
  const { resource, namespace, name } = target
  const body = {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(options.gracePeriod >= 0 ? { gracePeriodSeconds: options.gracePeriod } : {}),
    propagationPolicy: options.propagationPolicy,
    ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
  }
  const answer = await (await session.transport()).json<{
    details?: { uid?: string }
    metadata?: { uid?: string }
  }>(`${pathOf(resource, namespace, name)}`, { method: 'DELETE', body: JSON.stringify(body) })
  return answer.details?.uid ?? answer.metadata?.uid
}

/** The propagationPolicy that --cascade asks for. */
export function propagationPolicy(session: Session): string {
  const given = session.flags.string('cascade', 'background')
  const policies: Readonly<Record<string, string>> = {
    background: 'Background',
    foreground: 'Foreground',
    orphan: 'Orphan',
    true: 'Background',
    false: 'Orphan',
  }
  const policy = Object.hasOwn(policies, given) ? policies[given] : undefined
  if (policy === undefined)
    throw new KubectlError(
      `invalid cascade value (${given}). Must be "background", "foreground", or "orphan"`,
    )
  return policy
}
