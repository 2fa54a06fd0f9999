// What client-side apply managed becomes managed by server-side apply.
// Upstream: kubectl/pkg/cmd/apply/apply.go (saveLastApplyAnnotationIfNecessary, migrateToSSAIfNecessary)

import type { JsonObject, KubeObject, ManagedFieldsEntry } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import type { Info } from '../../resources/builder.ts'
import { patchOn, type WriteOptions } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

const annotationManager = 'kubectl-last-applied'

function ownsAnnotation(entry: ManagedFieldsEntry): boolean {
  const inner = (fields: unknown, key: string): unknown => (fields as JsonObject | undefined)?.[key]
  const annotations = inner(inner(entry.fieldsV1, 'f:metadata'), 'f:annotations')
  return inner(annotations, `f:${lastAppliedAnnotation}`) !== undefined
}

/** Migrates the managers of client-side apply; returns the object afterwards, `made` itself where there is nothing to do. */
export async function migrateToServerSide(
  session: Session,
  info: Info,
  made: KubeObject,
  options: WriteOptions,
): Promise<KubeObject> {
  const object = await saveAnnotation(session, info, made, options)
  const entries = object.metadata.managedFields ?? []
  const old = entries.filter((e) => e.operation === 'Update' && ownsAnnotation(e))
  if (old.length === 0) return object
  const names = new Set(old.map((e) => e.manager))
  const managedFields = migrated(entries, names, options.fieldManager ?? '')
  const patch = [
    { op: 'replace', path: '/metadata/managedFields', value: managedFields },
    { op: 'replace', path: '/metadata/resourceVersion', value: object.metadata.resourceVersion },
  ]
  await patchOn(session, info, 'json', patch, { fieldManager: options.fieldManager ?? '' })
  return patchOn(session, info, 'apply', info.object, options)
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

/** Upstream: client-go/util/csaupgrade/upgrade.go */
function migrated(
  entries: readonly ManagedFieldsEntry[],
  names: ReadonlySet<string | undefined>,
  manager: string,
): ManagedFieldsEntry[] {
  const isOld = (e: ManagedFieldsEntry): boolean =>
    e.operation === 'Update' && names.has(e.manager) && (e.subresource ?? '') === ''
  const applied = entries.find(
    (e) => e.manager === manager && e.operation === 'Apply' && (e.subresource ?? '') === '',
  )
  const first = entries.find(isOld)
  const base = applied ?? { ...first!, manager, operation: 'Apply' as const }
  const fields = entries.filter(isOld).reduce((all, e) => union(all, e.fieldsV1 ?? {}), base.fieldsV1 ?? {})
  const joined = { ...base, fieldsV1: withoutAnnotation(fields) }
  return entries.flatMap((e) => (e === (applied ?? first) ? [joined] : isOld(e) ? [] : [e]))
}

function union(a: JsonObject, b: JsonObject): JsonObject {
  const out: JsonObject = { ...a }
  for (const [key, value] of Object.entries(b))
    out[key] = Object.hasOwn(out, key) ? union(out[key] as JsonObject, value as JsonObject) : value
  return out
}

function withoutAnnotation(fields: JsonObject): JsonObject {
  const metadata = fields['f:metadata'] as JsonObject | undefined
  const annotations = metadata?.['f:annotations'] as JsonObject | undefined
  if (metadata === undefined || annotations === undefined) return fields
  const { [`f:${lastAppliedAnnotation}`]: _gone, ...rest } = annotations
  const { 'f:annotations': _old, ...others } = metadata
  const empty = Object.keys(rest).every((key) => key === '.')
  return { ...fields, 'f:metadata': empty ? others : { ...others, 'f:annotations': rest } }
}
