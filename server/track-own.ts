// Upstream: what the clients inside kube-apiserver send when it starts (pkg/controlplane, apiserver/pkg/util/flowcontrol)

import type { KubeObject, ManagedFieldsEntry } from '../apimachinery/json.ts'
import { toTime } from '../component-base/clock.ts'
import { fieldManagerOf } from './endpoints/field-manager.ts'
import type { GenericAPIServer } from './endpoints/generic-apiserver.ts'
import { type Scope, scopeOf } from './endpoints/scope.ts'
import { registryDialect } from './registry/dialect.ts'
import type { RegisteredResource } from './registry/generic/registry.ts'

/** Adds to an object the managed fields of the component that writes it; returns the object. */
export type TrackOwn = (resource: RegisteredResource, object: KubeObject) => KubeObject

/** Kinds whose clients send no status: it is the strategy's, or written by another one. */
const sentWithoutStatus = new Set(['APIService', 'FlowSchema', 'PriorityLevelConfiguration', 'ServiceCIDR'])

function asSent(object: KubeObject): KubeObject {
  const { kind, apiVersion, metadata } = object
  if (kind === 'Namespace') return { apiVersion, kind, metadata }
  if (kind === 'Service') return withoutAllocated(object)
  if (!sentWithoutStatus.has(kind)) return object
  const { status: _, ...rest } = object
  return rest as KubeObject
}

/** What the server gives a Service by itself. */
function withoutAllocated(object: KubeObject): KubeObject {
  const { clusterIPs: _ips, ipFamilies: _families, ...spec } = object['spec'] as Record<string, unknown>
  return { ...object, spec }
}

const managerOf = (resource: RegisteredResource): string =>
  resource.group === 'flowcontrol.apiserver.k8s.io'
    ? 'api-priority-and-fairness-config-producer-v1'
    : 'kube-apiserver'

/** Says in the managedFields of objects of the start that they are the server's own. */
export function trackOwn(apiserver: GenericAPIServer): TrackOwn {
  return (resource, object) => {
    const time = toTime(apiserver.context.clock.now())
    const managedFields = managedFieldsOf(apiserver, resource, object, time)
    return managedFields === undefined
      ? object
      : { ...object, metadata: { ...object.metadata, managedFields } }
  }
}

/** By release, resource and object: every server of a process starts with the same few hundred. */
const known = new Map<string, readonly ManagedFieldsEntry[] | undefined>()
const mostKnown = 10_000

function managedFieldsOf(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  object: KubeObject,
  time: string,
): ManagedFieldsEntry[] | undefined {
  const key = keyOf(apiserver, resource, object, time)
  if (!known.has(key)) {
    if (known.size >= mostKnown) known.clear()
    known.set(key, tracked(apiserver, resource, object, time))
  }
  return known.get(key)?.map((entry) => ({ ...entry, time }))
}

/** Group of types whose lists are all atomic: who owns one owns all that is in it. */
const atomicLists = 'rbac.authorization.k8s.io'

/** Everything that decides who owns which fields: which there are, and what is in lists; not the uid and the times of this start. */
function keyOf(
  { context }: GenericAPIServer,
  { group, version, facts }: RegisteredResource,
  object: KubeObject,
  time: string,
): string {
  const { uid: _, ...metadata } = object.metadata
  const shape = JSON.stringify({ ...object, metadata }, (_key, value: unknown) => {
    if (typeof value === 'string') return value !== ''
    if (!Array.isArray(value)) return value
    return group === atomicLists ? value.length > 0 : JSON.stringify(value).replaceAll(`"${time}"`, '""')
  })
  const { minor, facts: types } = context.release
  return `${minor} ${types} ${group}/${version}/${facts.name} ${shape}`
}

function tracked(
  apiserver: GenericAPIServer,
  resource: RegisteredResource,
  object: KubeObject,
  time: string,
): ManagedFieldsEntry[] | undefined {
  const scope = scopeOf(apiserver, resource)!
  const sent = fieldManagerOf(scope).update(undefined, asSent(object), managerOf(resource), time)
  return withStatusManager(scope, sent, object, time).metadata.managedFields
}

/** The parts of the server that write the status of objects of its start. */
const statusManagers: Readonly<Record<string, string>> = {
  FlowSchema: 'api-priority-and-fairness-config-consumer-v1',
  ServiceCIDR: 'kubernetes-service-cidr-controller',
}

/** Conditions are applied by a part of the server that watches the objects. */
function withStatusManager(scope: Scope, sent: KubeObject, object: KubeObject, time: string): KubeObject {
  const manager = statusManagers[object.kind]
  if (manager === undefined) return sent
  const statusScope = scopeOf(scope.apiserver, scope.resource, scope.resource.subresources.get('status'))
  if (statusScope?.subresource === undefined) return sent
  const { apiVersion, kind } = object
  const { name } = object.metadata
  const status = {
    apiVersion,
    kind,
    metadata: { name },
    status: withoutEmpty(object['status']),
  } as KubeObject
  const fields = fieldManagerOf(statusScope)
  if (kind !== 'FlowSchema' || registryDialect(scope.apiserver.context.release.minor).appliesFlowStatus)
    return fields.apply(sent, status, manager, true, time)
  return fields.update(sent, { ...sent, status: object['status'] } as KubeObject, manager, time)
}

/** A status as its writer sends it: texts that are empty are left out. */
const withoutEmpty = (status: unknown): unknown =>
  JSON.parse(JSON.stringify(status ?? {}, (_key, value) => (value === '' ? undefined : value)))
