// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (RequestScope.FieldManager)
import type { KubeObject } from '../../apimachinery/json.ts'
import { FieldManager } from '../../apimachinery/managedfields/field-manager.ts'
import { toTime } from '../../component-base/clock.ts'
import { apiVersionOf } from '../registry/generic/machinery.ts'
import { endpointsDialect } from './dialect.ts'
import { inVersion, type RequestScope } from './scope.ts'

/** Who keeps the managedFields of an endpoint's objects. One for each endpoint of a server. */
export function fieldManagerOf(scope: RequestScope): FieldManager {
  const { machinery, resource, subresource } = scope
  const key = `${resource.group}/${resource.version}/${resource.facts.name}/${subresource?.name ?? ''}`
  let manager = machinery.fieldManagers.get(key)
  if (manager === undefined) {
    manager = newFieldManager(scope)
    machinery.fieldManagers.set(key, manager)
  }
  return manager
}

function newFieldManager({ machinery, subresource, kind, storage }: RequestScope): FieldManager {
  const empty: KubeObject = machinery.scheme.normalize({
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: {},
  })
  return new FieldManager({
    lookup: machinery.scheme,
    schema: machinery.smdSchema,
    ...kind,
    subresource: subresource?.name ?? '',
    resetFields: storage.resetFields ?? [],
    // Parts of objects come here too: conversions need what Go's structs always have.
    convert: (object, apiVersion) => machinery.convert(machinery.scheme.normalize(object), apiVersion),
    empty,
    optionalKeys: endpointsDialect(machinery.server.release.minor).takesOptionalKeys,
  })
}

/** `next` (in the stored version) with managedFields as of this write of a manager. @param breathe lets others have their turn */
export async function trackFields(
  scope: RequestScope,
  current: KubeObject | undefined,
  next: KubeObject,
  manager: string,
  breathe: () => Promise<void> = async () => {},
): Promise<KubeObject> {
  const managed = await fieldManagerOf(scope).updatePaced(
    current === undefined ? undefined : inVersion(scope, current),
    inVersion(scope, next),
    manager,
    toTime(scope.machinery.server.clock.now()),
    breathe,
  )
  const { managedFields: _, ...metadata } = next.metadata
  const { managedFields } = managed.metadata
  return { ...next, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } }
}
