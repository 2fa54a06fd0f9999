// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go, for resources that are never stored

import { goQuote } from '../../../apimachinery/field-error.ts'
import { isObject, type KubeObject } from '../../../apimachinery/json.ts'
import { FieldManager } from '../../../apimachinery/managedfields/field-manager.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { toTime } from '../../../component-base/clock.ts'
import { apiVersionOf, type GroupVersionKind } from '../../registry/generic/machinery.ts'
import { ensureNamespace } from '../../registry/generic/object-meta.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import { managerOf, readBody } from '../api-call.ts'
import { decodeBody } from '../body-decoder.ts'
import { endpointsDialect } from '../dialect.ts'
import { reportStrict } from '../handlers/write-admission.ts'
import { inputMediaType } from '../negotiation.ts'
import { resourceForm } from '../objects-out.ts'
import { parseWriteOptions } from '../options/write-options.ts'
import type { SpecialHandler, SpecialHandlers } from '../resource-router.ts'
import { methodNotAllowed, sendData } from '../respond.ts'
import type { Machinery } from '../scope.ts'
import type { CreateOnly } from './create-only-resources.ts'

/** Handlers for the router, one for each resource of the table. */
export function createOnlyHandlers(resources: ReadonlyMap<string, CreateOnly>): SpecialHandlers {
  return new Map([...resources].map(([key, create]) => [key, handlerOf(create)]))
}

const handlerOf =
  (create: CreateOnly): SpecialHandler =>
  async (machinery, resource, subresource, call) => {
    if (call.req.method !== 'POST') throw methodNotAllowed()
    const form = resourceForm(call)
    const kind = subresource?.kind ?? resource.kind
    const body = await readBody(call)
    const options = parseWriteOptions(call.query, 'CreateOptions', machinery.server.minor)
    const { object, strictErrors } = await decodeBody(
      machinery.scheme,
      body,
      inputMediaType(call.req.headers['content-type']),
      kind,
    )
    reportStrict(call, strictErrors, options.fieldValidation, (text) =>
      newBadRequest(
        `${kind.kind} in version ${goQuote(kind.version)} cannot be handled as a ${kind.kind}: ${text}`,
      ),
    )
    ensureNamespace(object.metadata, resource.namespaced ? call.info.namespace : '')
    setDefaults(kind, object)
    const tracked = fieldManager(machinery, kind, subresource?.name ?? '').update(
      undefined,
      object,
      managerOf(call, options.fieldManager),
      toTime(machinery.server.clock.now()),
    )
    const request: ApiRequest = {
      server: machinery.server,
      user: call.user,
      group: resource.group,
      version: resource.version,
      resource: resource.facts.name,
      subresource: subresource?.name ?? '',
      namespace: call.info.namespace,
      name: call.info.name || object.metadata.name || '',
      dryRun: options.dryRun,
      warn: (text: string) => call.warn(text),
    }
    const attributes = {
      request,
      operation: 'CREATE',
      kind,
      object: tracked,
      oldObject: undefined,
      options: { ...options },
    } as const
    await machinery.admission.admit(attributes)
    await machinery.admission.validate(attributes)
    const answer = machinery.scheme.normalize(await create(request, tracked))
    sendData(call, 201, form, () => answer)
  }

/** Defaults that the schema does not hold. */
function setDefaults(kind: GroupVersionKind, object: KubeObject): void {
  if (kind.kind !== 'TokenRequest') return
  const spec = isObject(object['spec']) ? object['spec'] : {}
  object['spec'] = spec
  spec['expirationSeconds'] ??= 3600
}

function fieldManager(machinery: Machinery, kind: GroupVersionKind, subresource: string): FieldManager {
  const key = `${kind.group}/${kind.version}/${kind.kind}/${subresource}`
  let manager = machinery.fieldManagers.get(key)
  if (manager === undefined) {
    const empty: KubeObject = machinery.scheme.normalize({
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      metadata: {},
    })
    manager = new FieldManager({
      lookup: machinery.scheme,
      schema: machinery.smdSchema,
      group: kind.group,
      version: kind.version,
      kind: kind.kind,
      subresource,
      resetFields: [],
      convert: machinery.convert,
      empty,
      optionalKeys: endpointsDialect(machinery.server.minor).takesOptionalKeys,
    })
    machinery.fieldManagers.set(key, manager)
  }
  return manager
}
