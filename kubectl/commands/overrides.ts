// --overrides and --override-type of commands that make objects.
// Upstream: kubectl/pkg/cmd/util/override_options.go
import type { JsonObject, JsonValue, KubeObject } from '../../apimachinery/json.ts'
import { applyJsonPatch } from '../../apimachinery/patch/json-patch.ts'
import { applyMergePatch } from '../../apimachinery/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../apimachinery/patch/strategic-merge.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { KubectlError } from '../errors.ts'
import { openApiSchemas } from '../resources/openapi.ts'
import type { Session } from '../session.ts'

/** The object with --overrides in it, by --override-type; rejects where these are none. */
export async function overridden(session: Session, object: KubeObject): Promise<KubeObject> {
  const text = session.flags.string('overrides')
  if (text === '') return object
  const type = session.flags.string('override-type') || 'merge'
  if (!['json', 'merge', 'strategic'].includes(type)) throw new KubectlError(`invalid override type: ${type}`)
  const target = object as unknown as JsonObject
  const patch = parsed(text)
  if (type === 'json') return applyJsonPatch(target, patch) as unknown as KubeObject
  if (type === 'merge') return applyMergePatch(target, patch) as unknown as KubeObject
  const { group, version } = parseApiVersion(object.apiVersion)
  const schemas = await openApiSchemas(session, { group, version })
  const name = schemas?.typeName(group, version, object.kind)
  if (schemas === undefined || name === undefined)
    throw new KubectlError(`no schema of ${object.kind} in version ${object.apiVersion}`)
  return applyStrategicMergePatch(target, patch as JsonObject, name, schemas).object as unknown as KubeObject
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw new KubectlError('Invalid JSON Patch')
  }
}
