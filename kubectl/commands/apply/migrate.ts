// What client-side apply managed becomes managed by server-side apply.
// Upstream: kubectl/pkg/cmd/apply/apply.go (saveLastApplyAnnotationIfNecessary, migrateToSSAIfNecessary)

import { goJson } from '../../../apimachinery/go-print/json-values.ts'
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { ServerError } from '../../errors.ts'
import { getObject, type Info } from '../../resources/builder.ts'
import { patchOn, type WriteOptions } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

const annotationManager = 'kubectl-last-applied'

function ownsAnnotation(entry: ManagedFieldsEntry): boolean {
  const inner = (fields: unknown, key: string): unknown => (fields as JsonObject | undefined)?.[key]
  const annotations = inner(inner(entry.fieldsV1, 'f:metadata'), 'f:annotations')
  return inner(annotations, `f:${lastAppliedAnnotation}`) !== undefined
}

const maxRetries = 5

/**
 * Migrates the managers of client-side apply; resolves with the object afterwards, `made` itself where there is nothing to do. What
 * fails is a warning on stderr: the object is applied already.
 */
export async function migrateToServerSide(
  session: Session,
  info: Info,
  made: KubeObject,
  options: WriteOptions,
): Promise<KubeObject> {
  let object = made
  const steps: [string, () => Promise<KubeObject | undefined>][] = [
    [
      `failed to migrate ${lastAppliedAnnotation} for Server-Side Apply`,
      () => saveAnnotation(session, info, object, options),
    ],
    [
      'server rejected managed fields migration to Server-Side Apply',
      () => migrateManagers(session, info, object, options),
    ],
    [
      'failed to re-apply configuration after performing Server-Side Apply migration',
      () => patchOn(session, info, 'apply', info.object, options),
    ],
  ]
  for (const [failure, step] of steps)
    try {
      const next = await step()
      if (next === undefined) return object
      object = next
    } catch (error) {
      session.host.stderr(
        `Warning: ${failure}. This is non-fatal and will be retried next time you apply. Error: ${(error as Error).message}\n`,
      )
      return object
    }
  return object
}

/** The object with its managers migrated; undefined where there is nothing to do. Conflicts are tried again. */
async function migrateManagers(
  session: Session,
  info: Info,
  object: KubeObject,
  { force: _applies, ...options }: WriteOptions,
): Promise<KubeObject | undefined> {
  const names = new Set(
    (object.metadata.managedFields ?? [])
      .filter((e) => e.operation === 'Update' && ownsAnnotation(e))
      .map((e) => e.manager ?? ''),
  )
  let current = object
  for (let tries = 1; ; tries++) {
    const entries = current.metadata.managedFields ?? []
    const managedFields = [...names].reduce(
      (all: readonly ManagedFieldsEntry[], name) => upgraded(all, name, options.fieldManager ?? ''),
      entries,
    )
    if (goJson(managedFields) === goJson(entries)) return undefined
    const patch = [
      { op: 'replace', path: '/metadata/managedFields', value: managedFields },
      { op: 'replace', path: '/metadata/resourceVersion', value: current.metadata.resourceVersion },
    ]
    try {
      return await patchOn(session, info, 'json', patch, options)
    } catch (error) {
      if (!(error instanceof ServerError) || error.reason !== 'Conflict' || tries === maxRetries) throw error
      current = await getObject(session, info)
    }
  }
}

/** Keeps the annotation by a manager of its own, so that server-side apply does not drop it. */
async function saveAnnotation(
  session: Session,
  info: Info,
  object: KubeObject,
  options: WriteOptions,
): Promise<KubeObject> {
  const text = object.metadata.annotations?.[lastAppliedAnnotation]
  const kept = (object.metadata.managedFields ?? []).some((e) => e.operation === 'Apply' && ownsAnnotation(e))
  if (options.fieldManager !== 'kubectl' || text === undefined || kept) return object
  const { apiVersion, kind, metadata } = object
  const just = {
    apiVersion,
    kind,
    metadata: {
      annotations: { [lastAppliedAnnotation]: text },
      name: metadata.name,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    },
  }
  return patchOn(session, info, 'apply', just, { fieldManager: annotationManager })
}

/** The entries with those of an Update by `name` in the entry of an Apply by `manager`. Upstream: client-go/util/csaupgrade/upgrade.go */
function upgraded(
  entries: readonly ManagedFieldsEntry[],
  name: string,
  manager: string,
): readonly ManagedFieldsEntry[] {
  const updates = entries.filter(
    (e) => e.operation === 'Update' && e.manager === name && (e.subresource ?? '') === '',
  )
  const applied = entries.find(
    (e) => e.manager === manager && e.operation === 'Apply' && (e.subresource ?? '') === '',
  )
  const base = applied ?? updates[0]
  if (base === undefined) return entries
  const same = updates.find((e) => e.apiVersion === base.apiVersion)
  const fieldsV1 = union(base.fieldsV1 ?? {}, same?.fieldsV1 ?? {})
  const joined: ManagedFieldsEntry = { ...base, manager, operation: 'Apply', fieldsV1 }
  return entries.flatMap((e) => (e === base ? [joined] : updates.includes(e) ? [] : [e]))
}

function union(a: JsonObject, b: JsonObject): JsonObject {
  const out: JsonObject = { ...a }
  for (const [key, value] of Object.entries(b))
    out[key] = Object.hasOwn(out, key) ? union(out[key] as JsonObject, value as JsonObject) : value
  return out
}
