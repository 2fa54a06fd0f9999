// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go

import { copyObject, type JsonObject, type KubeObject, withSortedKeys } from '../../../apimachinery/json.ts'
import { fromUnstructured } from '../../../apimachinery/patch/from-unstructured.ts'
import {
  type GroupResource,
  newBadRequest,
  newConflict,
  newNotFound,
  StatusError,
} from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { ensureNamespace } from '../../registry/generic/meta.ts'
import { turns } from '../../registry/generic/pace.ts'
import { type ApiCall, managerOf } from '../api-call.ts'
import { type ParsedPatch, parseCborPatch, parseYamlPatch } from '../body-parser.ts'
import { fieldManagerOf, trackFields } from '../field-manager.ts'
import { unsupportedMediaType } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import { inVersion, type RequestScope } from '../scope.ts'
import { yamlTexts } from './field-validation.ts'
import {
  applyCborType,
  byJson,
  isApply,
  type PatchCall,
  patchTypes,
  patchTypesOf,
  strategic,
  strategicType,
} from './patch-forms.ts'
import { checkName } from './update.ts'
import { type Proposal, type Write, write } from './write.ts'

/** Answers a PATCH of any form; throws 415 for other Content-Types. */
export async function handlePatch(
  scope: RequestScope,
  call: ApiCall,
  types: readonly string[] = patchTypes,
): Promise<void> {
  const type = (call.req.headers['content-type'] ?? '').split(';')[0]!.trim()
  const taken = patchTypesOf(call.cbor, types)
  if (!taken.includes(type)) throw unsupportedMediaType(taken)
  const form = resourceForm(call)
  const decode = async (one: Write): Promise<Proposal> => {
    const applied = parsedOnce(one, type)
    if (call.audit !== undefined) await notePatch(one, type, applied)
    return patchedObject({ ...one, type, applied })
  }
  const verb = { optionsKind: 'PatchOptions', applies: isApply(type), decode } as const
  const { view, created } = await write(scope, call, verb)
  sendObject(scope, call, created ? 201 : 200, form, view)
}

/** Notes the patch in the audit event; one that cannot be parsed is left out, as its error is reported later. */
async function notePatch({ call, body }: Write, type: string, parse: PatchCall['applied']): Promise<void> {
  if (call.audit?.tells('Request') !== true) return
  const applied = isApply(type)
    ? await parse().then(
        ({ value }) => value,
        () => undefined,
      )
    : undefined
  call.audit.requestPatch(() => applied ?? jsonOrNothing(body))
}

function jsonOrNothing(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function parsedOnce({ body, scope }: Write, type: string): PatchCall['applied'] {
  let parsed: Promise<ParsedPatch> | undefined
  return () => {
    parsed ??= type === applyCborType ? parseCborPatch(body, scope.apiserver.scheme) : parseYamlPatch(body)
    return parsed
  }
}

/** The stored object with the changes of the body. */
function patchedObject(patch: PatchCall): Proposal {
  const { scope, call } = patch
  const { name, namespace } = call.info
  return {
    async object(current) {
      const object = await patched(patch, current)
      if ((object.metadata.uid ?? '') !== '' && current === undefined)
        throw newConflict(
          requestedResource(scope),
          name,
          `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
        )
      if (call.isLarge()) await turns()
      ensureNamespace(object.metadata, scope.resource.namespaced ? namespace : '')
      checkName(object, name)
      return object
    },
  }
}

const requestedResource = ({ resource }: RequestScope): GroupResource => ({
  group: resource.group,
  resource: resource.facts.name,
})

/** The object after the patch, in the stored version, with its managedFields. */
async function patched(patch: PatchCall, current: KubeObject | undefined): Promise<KubeObject> {
  const { scope, call, options } = patch
  if (isApply(patch.type)) {
    const parsed = await patch.applied()
    if (call.isLarge()) await turns()
    return applied(patch, parsed, current)
  }
  if (current === undefined) throw newNotFound(requestedResource(scope), call.info.name)
  const object = scope.storage.toStorage(
    patch.type === strategicType ? await strategic(patch, current) : await byJson(patch, copyObject(current)),
  )
  if (call.isLarge()) await turns()
  return trackFields(scope, current, object, managerOf(call, options.fieldManager), call.isLarge())
}

async function applied(
  { scope, call, options }: PatchCall,
  { value, strictError }: ParsedPatch,
  current: KubeObject | undefined,
): Promise<KubeObject> {
  const { apiserver, storage } = scope
  const live = current === undefined ? undefined : inVersion(scope, copyObject(current))
  const now = toTime(apiserver.context.clock.now())
  const apply = (): Promise<KubeObject> =>
    fieldManagerOf(scope).applyPaced(
      live,
      (value ?? {}) as unknown as KubeObject,
      options.fieldManager,
      options.force ?? false,
      now,
      async () => {
        if (call.isLarge()) await turns()
      },
    )
  const { settled } = apiserver
  const result = await (settled === undefined ? apply() : settled(apply))
  if (strictError !== undefined) {
    if (options.fieldValidation === 'Strict')
      throw newBadRequest(`error strict decoding YAML: error converting YAML to JSON: ${strictError}`)
    if (options.fieldValidation === 'Warn') for (const text of yamlTexts(strictError)) call.warn(text)
  }
  if (call.isLarge()) await turns()
  const { object } = await decodeApplied(scope, call, result, (value ?? {}) as unknown as KubeObject)
  if (call.isLarge()) await turns()
  apiserver.scheme.setSchemaDefaults(object)
  return storage.toStorage(object)
}

/** The merged object in its type. Throws 500 for values that do not fit, which the schema of the merge does not see. */
async function decodeApplied(
  scope: RequestScope,
  call: ApiCall,
  merged: KubeObject,
  given: KubeObject,
): Promise<{ object: KubeObject }> {
  const { scheme } = scope.apiserver
  const { group, version, kind } = scope.kind
  // What a custom resource's schema does not know goes where it is decoded, and this decodes nothing: rules and admission see it.
  if (scheme.isUnstructured(scope.kind)) return { object: withSortedKeys(merged) as KubeObject }
  const typeName = scheme.typeName(group, version, kind)!
  try {
    const typed = fromUnstructured(merged as unknown as JsonObject, typeName, scheme)
    if (call.isLarge()) await turns()
    return scheme.decode(group, version, kind, typed)
  } catch (error) {
    const gvk = `${group}/${version}, Kind=${kind}`
    const { namespace = '', name = '' } = given.metadata ?? {}
    throw new StatusError(
      500,
      '',
      `failed to convert new object (${namespace}/${name}; ${gvk}) to proper version: unable to convert unstructured object to ${gvk}: ${(error as Error).message}`,
    )
  }
}
