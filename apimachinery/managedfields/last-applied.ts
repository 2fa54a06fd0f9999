// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/{lastapplied,lastappliedmanager,lastappliedupdater}.go
import { isObject, type JsonObject, type JsonValue, type KubeObject, setOwn } from '../json.ts'
import { lastAppliedAnnotation } from '../last-applied.ts'
import { ConflictsError } from './conflict.ts'
import { difference, type FieldSet, has } from './field-set.ts'
import { encodeJson } from './path-element.ts'
import type { TypedObject, TypedObjects } from './typed-object.ts'
import { typedErrorText, validateTyped } from './validate.ts'

const maxAnnotationsSize = 256 * 1024

/** The value of the last-applied annotation; empty where there is none. */
export function lastApplied(object: KubeObject | undefined): string {
  const annotations = object?.metadata.annotations
  return annotations != null && Object.hasOwn(annotations, lastAppliedAnnotation)
    ? (annotations[lastAppliedAnnotation] ?? '')
    : ''
}

/** The conflicts without those about fields that client-side apply set before. Throws without an annotation to read. */
export function conflictsBeyondLastApplied(
  error: ConflictsError,
  live: TypedObject,
  objects: TypedObjects,
): ConflictsError | undefined {
  const allowed = allowedSet(live, objects)
  const rest = error.conflicts.filter((conflict) => !has(allowed, conflict.path))
  return rest.length === 0 ? undefined : new ConflictsError(rest)
}

/** Fields of the last applied configuration that are still as it set them. */
function allowedSet(live: TypedObject, objects: TypedObjects): FieldSet {
  const text = lastApplied(live.value)
  if (text === '') throw new Error('no last applied annotation')
  const config = JSON.parse(text) as JsonValue
  if (!isObject(config)) throw new Error('failed to decode last applied obj')
  if (config.apiVersion !== live.apiVersion) {
    throw new Error(
      `expected version of last applied to match live object '${live.apiVersion}', but got '${String(config.apiVersion)}'`,
    )
  }
  const errors = validateTyped(objects.typeOf(live.apiVersion), config, objects.rules)
  if (errors.length > 0) throw new Error(`failed to convert last applied to typed: ${typedErrorText(errors)}`)
  const applied = objects.typed(config as unknown as KubeObject, live.apiVersion)
  const change = objects.compare(applied, live)
  return difference(
    difference(difference(objects.fieldSet(applied), change.modified), change.added),
    change.removed,
  )
}

/** The object with the last-applied annotation set to `applied`; without it where annotations would be too large. */
export function withLastApplied(object: KubeObject, applied: KubeObject): KubeObject {
  const annotations: Record<string, string> = {}
  for (const [key, value] of Object.entries(object.metadata.annotations ?? {}))
    setOwn(annotations, key, value)
  annotations[lastAppliedAnnotation] = `${encodeJson(withoutAnnotation(applied))}\n`
  let size = 0
  for (const [key, value] of Object.entries(annotations))
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  if (size > maxAnnotationsSize) delete annotations[lastAppliedAnnotation]
  return { ...object, metadata: { ...object.metadata, annotations } }
}

function withoutAnnotation(applied: KubeObject): JsonObject {
  const { annotations, ...metadata } = applied.metadata
  const rest: Record<string, string> = {}
  for (const [key, value] of Object.entries(annotations ?? {}))
    if (key !== lastAppliedAnnotation) setOwn(rest, key, value)
  // The Go accessor removes the map of annotations altogether when it is not there, and keeps an empty one.
  const meta = annotations == null ? metadata : { ...metadata, annotations: rest }
  return { ...applied, metadata: meta } as unknown as JsonObject
}
