// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go

import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { fromUnstructured } from '../../../apimachinery/patch/from-unstructured.ts'
import { newBadRequest, newConflict, newNotFound, StatusError } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { ensureNamespace } from '../../registry/generic/object-meta.ts'
import { update } from '../../registry/generic/update.ts'
import { type ApiCall, managerOf, readBody } from '../api-call.ts'
import { type ParsedPatch, parseYamlPatch } from '../body-parser.ts'
import { unsupportedMediaType } from '../negotiation.ts'
import { resourceForm, sendObject } from '../objects-out.ts'
import { parseWriteOptions } from '../options/write-options.ts'
import { fieldManagerOf, requestOf, type Scope } from '../scope.ts'
import {
  applyType,
  byJson,
  inVersion,
  type PatchCall,
  patchTypes,
  strategic,
  strategicType,
} from './patch-forms.ts'
import { checkName, trackFields } from './update.ts'
import { admit, authorizeCreate, dedupOwnerReferences, validate, yamlTexts } from './write-admission.ts'

export async function handlePatch(scope: Scope, call: ApiCall): Promise<void> {
  const { machinery, store } = scope
  const { name, namespace } = call.info
  const type = (call.req.headers['content-type'] ?? '').split(';')[0]!.trim()
  if (!patchTypes.includes(type)) throw unsupportedMediaType(patchTypes)
  const form = resourceForm(call)
  const body = await readBody(call)
  const options = parseWriteOptions(call.query, 'PatchOptions', machinery.server.minor, type === applyType)
  let parsed: Promise<ParsedPatch> | undefined
  const yaml = (): Promise<ParsedPatch> => {
    parsed ??= parseYamlPatch(body)
    return parsed
  }
  const patch: PatchCall = { scope, call, type, body, options, yaml }
  const request = requestOf(scope, call, { dryRun: options.dryRun })
  const run = { scope, request, options: { ...options } }
  const result = await update(store, request, name, {
    strategy: scope.strategy,
    forceAllowCreate: type === applyType,
    async updated(current) {
      const object = await patched(patch, current)
      if ((object.metadata.uid ?? '') !== '' && current === undefined) {
        throw newConflict(
          store.facts.qualifiedResource,
          name,
          `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`,
        )
      }
      await call.breathe()
      ensureNamespace(object.metadata, scope.resource.namespaced ? namespace : '')
      checkName(object, name)
      await admit(run, current === undefined ? 'CREATE' : 'UPDATE', object, current)
      dedupOwnerReferences(object, call, true)
      return object
    },
    validateCreate: async (final) => {
      authorizeCreate(scope, call)
      await validate(run, 'CREATE', final, undefined)
    },
    validateUpdate: (final, old) => validate(run, 'UPDATE', final, old),
  })
  sendObject(scope, call, result.created ? 201 : 200, form, result.view)
}

/** The object after the patch, in the stored version, with its managedFields. */
async function patched(patch: PatchCall, current: KubeObject | undefined): Promise<KubeObject> {
  const { scope, call, options } = patch
  if (patch.type === applyType) {
    const yaml = await patch.yaml()
    await call.breathe()
    return applied(patch, yaml, current)
  }
  if (current === undefined)
    throw newNotFound({ group: scope.resource.group, resource: scope.resource.facts.name }, call.info.name)
  const object = scope.store.toStorage(
    patch.type === strategicType ? await strategic(patch, current) : await byJson(patch, current),
  )
  await call.breathe()
  return trackFields(scope, current, object, managerOf(call, options.fieldManager), () => call.breathe())
}

async function applied(
  { scope, call, options }: PatchCall,
  { value, strictError }: ParsedPatch,
  current: KubeObject | undefined,
): Promise<KubeObject> {
  const { machinery, store } = scope
  const live = current === undefined ? undefined : inVersion(scope, current)
  const now = toTime(machinery.server.clock.now())
  const result = await fieldManagerOf(scope).applyPaced(
    live,
    (value ?? {}) as unknown as KubeObject,
    options.fieldManager,
    options.force ?? false,
    now,
    () => call.breathe(),
  )
  if (strictError !== undefined) {
    if (options.fieldValidation === 'Strict')
      throw newBadRequest(`error strict decoding YAML: error converting YAML to JSON: ${strictError}`)
    if (options.fieldValidation === 'Warn') for (const text of yamlTexts(strictError)) call.warn(text)
  }
  await call.breathe()
  const { object } = await decodeApplied(scope, call, result, (value ?? {}) as unknown as KubeObject)
  await call.breathe()
  machinery.scheme.setSchemaDefaults(object)
  return store.toStorage(object)
}

/** The merged object in its type. Throws 500 for values that do not fit, which the schema of the merge does not see. */
async function decodeApplied(
  scope: Scope,
  call: ApiCall,
  merged: KubeObject,
  given: KubeObject,
): Promise<{ object: KubeObject }> {
  const { scheme } = scope.machinery
  const { group, version } = scope.resource
  const { kind } = scope.resource.kind
  const typeName = scheme.typeName(group, version, kind)!
  try {
    const typed = fromUnstructured(merged as unknown as JsonObject, typeName, scheme)
    await call.breathe()
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
