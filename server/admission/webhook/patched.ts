// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (the patch of callAttrMutatingHook)

import { goQuote } from '../../../apimachinery/field-error.ts'
import { goJsonKind } from '../../../apimachinery/go-json-kind.ts'
import {
  deepCopy,
  isObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  withSortedKeys,
} from '../../../apimachinery/json.ts'
import { applyJsonPatchPaced } from '../../../apimachinery/patch/json-patch.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { interpretTypeMeta } from '../../../apimachinery/scheme/json-parser.ts'
import { notRegistered } from '../../../apimachinery/scheme/not-registered.ts'
import { newInternalError, StatusError } from '../../../apimachinery/status-error.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { turns } from '../../registry/generic/pace.ts'
import { apiVersionOf } from '../../registry/generic/runtime.ts'
import { answeredJson, patchLimits } from '../../webhook/answered-json.ts'
import type { TypeParts, VersionedObjects } from '../policy/versioned.ts'
import { webhookDialect } from './dialect.ts'
import { CallingError } from './errors.ts'
import type { Verdict } from './review.ts'
import type { Hook } from './source.ts'

/** The object after the patch of a verdict, with its defaults; undefined: there is none. Throws a CallingError, or a 500. */
export async function patched(
  apiserver: GenericAPIServer,
  types: TypeParts,
  hook: Hook,
  verdict: Verdict,
  { object, kind }: VersionedObjects,
): Promise<{ object: KubeObject; operations: JsonValue } | undefined> {
  if (verdict.patch === '') return undefined
  const operations = await decoded(apiserver, hook, verdict.patch)
  if (operations === null || (Array.isArray(operations) && operations.length === 0)) return undefined
  if (object === undefined)
    throw newInternalError(
      `admission webhook ${goQuote(hook.name)} attempted to modify the object, which is not supported for this operation`,
    )
  if (verdict.patchType !== 'JSONPatch')
    throw new CallingError(hook.name, `unsupported patch type ${goQuote(verdict.patchType)}`)
  try {
    const value = await applyJsonPatchPaced(object as unknown as JsonObject, operations, false, true, turns)
    return { object: typed(apiserver, types, kind, value), operations }
  } catch (error) {
    throw error instanceof StatusError ? error : newInternalError((error as Error).message)
  }
}

async function decoded({ context }: GenericAPIServer, hook: Hook, base64: string): Promise<JsonValue> {
  try {
    const value = await answeredJson(Buffer.from(base64, 'base64').toString('utf8'), patchLimits)
    if (value !== null && !Array.isArray(value))
      throw new Error(`json: cannot unmarshal ${goJsonKind(value)} into Go value of type jsonpatch.Patch`)
    return value
  } catch (error) {
    const why = (error as Error).message
    throw webhookDialect(context.release.minor).ignoresBadPatches
      ? new CallingError(hook.name, `received undecodable patch in webhook response: ${why}`)
      : newInternalError(why)
  }
}

/** The patched value as an object of its kind. Throws a 500 for one of another kind. */
function typed(
  apiserver: GenericAPIServer,
  types: TypeParts,
  kind: VersionedObjects['kind'],
  value: JsonValue,
): KubeObject {
  const { scheme, context } = apiserver
  const { group, version } = kind
  if (!scheme.isRegistered(group, version, kind.kind)) return untyped(types, value)
  const own = interpretTypeMeta(value)
  const [apiVersion, ownKind] = [own.apiVersion || apiVersionOf(kind), own.kind || kind.kind]
  const parsed = parseApiVersion(apiVersion)
  if (!scheme.isRegistered(parsed.group, parsed.version, ownKind))
    throw newInternalError(notRegistered(ownKind, apiVersion, context.release.minor))
  if (ownKind !== kind.kind || parsed.group !== group)
    throw new StatusError(
      500,
      '',
      `converting (${parsed.version}.${ownKind}) to (${group.split('.')[0] || 'core'}.${kind.kind}): unknown conversion`,
    )
  const { object } = scheme.decode(parsed.group, parsed.version, ownKind, value)
  scheme.setSchemaDefaults(object)
  return object
}

/** An object without a type, with the defaults of its schema; nothing is dropped of it here. */
function untyped({ scheme }: TypeParts, value: JsonValue): KubeObject {
  const object = deepCopy(value) as unknown as KubeObject
  if (!isObject(value) || !value['kind'])
    throw newInternalError(`Object 'Kind' is missing in '${JSON.stringify(withSortedKeys(value))}'`)
  scheme.setSchemaDefaults(object)
  return object
}
