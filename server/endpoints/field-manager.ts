// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (RequestScope.FieldManager)
import { withNotesOf } from '../../apimachinery/given-empty.ts'
import type { KubeObject, ManagedFieldsEntry } from '../../apimachinery/json.ts'
import { FieldManager } from '../../apimachinery/managedfields/field-manager.ts'
import { unmanagedMetadata } from '../../apimachinery/managedfields/managed.ts'
import { toTime } from '../../component-base/clock.ts'
import { turns } from '../registry/generic/pace.ts'
import { apiVersionOf } from '../registry/generic/runtime.ts'
import { endpointsDialect } from './dialect.ts'
import { listItemRules } from './list-item-rules.ts'
import { inVersion, type RequestScope } from './scope.ts'

/** The manager of managedFields for an endpoint's objects. One for each endpoint of a server. */
export function fieldManagerOf(scope: RequestScope): FieldManager {
  const { apiserver, resource, subresource } = scope
  const key = `${resource.group}/${resource.version}/${resource.facts.name}/${subresource?.name ?? ''}`
  let manager = apiserver.fieldManagers.get(key)
  if (manager === undefined) {
    manager = newFieldManager(scope)
    apiserver.fieldManagers.set(key, manager)
  }
  return manager
}

function newFieldManager({ apiserver, resource, subresource, kind, storage }: RequestScope): FieldManager {
  const empty: KubeObject = apiserver.scheme.normalize({
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: {},
  })
  const { minor } = apiserver.context.release
  const { timesChangedFieldsOnly, comparesAppliedVersionOnly } = endpointsDialect(minor)
  return new FieldManager({
    lookup: apiserver.scheme,
    schema: apiserver.smdSchema,
    ...kind,
    subresource: subresource?.name ?? '',
    resetFields: storage.resetFields ?? [],
    // Parts of objects come here too: conversions need what Go's structs always have.
    convert: (object, apiVersion) => apiserver.convert(apiserver.scheme.normalize(object), apiVersion),
    checksConverted: resource.custom !== undefined,
    empty,
    rules: listItemRules(minor),
    timesChangedFieldsOnly,
    comparesAppliedVersionOnly,
  })
}

/** `next` (in the stored version) with managedFields as of this write of a manager. @param large others are served between the steps */
export function trackFields(
  scope: RequestScope,
  current: KubeObject | undefined,
  next: KubeObject,
  manager: string,
  large = false,
): KubeObject | Promise<KubeObject> {
  const fields = fieldManagerOf(scope)
  const { settled, context } = scope.apiserver
  const before = (): KubeObject | undefined => (current === undefined ? undefined : inVersion(scope, current))
  const time = toTime(context.clock.now())
  const paced = (): Promise<KubeObject> =>
    fields.updatePaced(before(), inVersion(scope, next), manager, time, turns)
  const atOnce = (): KubeObject => fields.update(before(), inVersion(scope, next), manager, time)
  const tracked = (managed: KubeObject): KubeObject => managedBy(managed.metadata.managedFields, next)
  if (settled !== undefined) return settled(large ? paced : async () => atOnce()).then(tracked)
  return large ? paced().then(tracked) : tracked(atOnce())
}

function managedBy(managedFields: ManagedFieldsEntry[] | undefined, next: KubeObject): KubeObject {
  const metadata = unmanagedMetadata(next)
  if (managedFields !== undefined) metadata.managedFields = managedFields
  return withNotesOf(next, { ...next, metadata })
}
