// Upstream: pkg/registry/discovery/endpointslice/strategy.go

import type { Endpoint, EndpointPort } from '../../../api/discovery-v1.ts'
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { getWarningsForIP } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validateAddressType, validateEndpoints, validatePorts } from './validation.ts'

const endpointsOf = (object: KubeObject): Endpoint[] => (object['endpoints'] as Endpoint[] | undefined) ?? []
const portsOf = (object: KubeObject): EndpointPort[] => (object['ports'] as EndpointPort[] | undefined) ?? []
const typeOf = (object: KubeObject): string => (object['addressType'] as string | undefined) ?? ''
const nodeHints = (endpoint: Endpoint): unknown =>
  (endpoint.hints as { forNodes?: unknown } | undefined)?.forNodes ?? null

function setDefaults(object: KubeObject): void {
  for (const port of portsOf(object)) {
    port.name ??= ''
    port.protocol ??= 'TCP'
  }
}

function dropDisabledFields(object: KubeObject, old: KubeObject | undefined, server: ServerContext): void {
  const before = old === undefined ? [] : endpointsOf(old)
  const hintsOff = !gateEnabled(server.gates, 'TopologyAwareHints')
  const nodesOff =
    registryDialect(server.release.minor).dropsNodeHints &&
    !gateEnabled(server.gates, 'PreferSameTrafficDistribution')
  const dropHints = hintsOff && !before.some((e) => (e.hints ?? null) !== null)
  const dropNodes = nodesOff && !before.some((e) => nodeHints(e) !== null)
  const dropTerminating =
    !gateEnabled(server.gates, 'EndpointSliceTerminatingCondition') &&
    !before.some(({ conditions }) => conditions?.serving != null || conditions?.terminating != null)
  for (const endpoint of endpointsOf(object)) {
    if (dropTerminating) {
      delete endpoint.conditions?.serving
      delete endpoint.conditions?.terminating
    }
    if (dropHints) delete endpoint.hints
    else if (dropNodes && endpoint.hints) delete (endpoint.hints as { forNodes?: unknown }).forNodes
  }
}

const hostnameLabel = 'kubernetes.io/hostname'

/** The v1 API has no topology; a node name that was only there is kept as nodeName. */
function dropTopology(object: KubeObject, old: KubeObject | undefined): void {
  if (old !== undefined && sameEndpoints(old, object)) return
  const known = new Set(
    (old === undefined ? [] : endpointsOf(old)).map((e) => getOwn(e.deprecatedTopology, hostnameLabel)),
  )
  for (const endpoint of endpointsOf(object)) {
    const name = getOwn(endpoint.deprecatedTopology, hostnameLabel)
    const usable = name !== undefined && known.has(name) && nameIsDNSSubdomain(name, false).length === 0
    if ((endpoint.nodeName ?? null) === null && usable) endpoint.nodeName = name
    delete endpoint.deprecatedTopology
  }
}

/** An empty hint or reference is not the same as none: both are pointers upstream. */
function sameEndpoints(a: KubeObject, b: KubeObject): boolean {
  const [left, right] = [endpointsOf(a), endpointsOf(b)]
  const has = (e: Endpoint | undefined, key: 'hints' | 'targetRef'): boolean => (e?.[key] ?? null) !== null
  const samePointers = left.every(
    (e, i) =>
      has(e, 'hints') === has(right[i], 'hints') && has(e, 'targetRef') === has(right[i], 'targetRef'),
  )
  return samePointers && semanticEqual(left, right)
}

function bumpGeneration(object: KubeObject, old: KubeObject): void {
  const { metadata, ...rest } = object
  const { metadata: oldMetadata, ...before } = old
  if (
    sameEndpoints(object, old) &&
    semanticEqual(rest, before) &&
    semanticEqual(metadata.labels, oldMetadata.labels)
  )
    return
  metadata.generation = (oldMetadata.generation ?? 0) + 1
}

const controllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io']

function warnOnBadIPs(object: KubeObject, minor: number): string[] {
  const manager = getOwn(object.metadata.labels, 'endpointslice.kubernetes.io/managed-by')
  if (!validationDialect(minor).warnsOfOddIPs || (manager !== undefined && controllers.includes(manager)))
    return []
  const path = FieldPath.of('endpoints')
  return endpointsOf(object).flatMap((endpoint, i) =>
    (endpoint.addresses ?? []).flatMap((ip, j) =>
      getWarningsForIP(path.index(i).child('addresses').index(j), ip, minor),
    ),
  )
}

function validateSlice(object: KubeObject, old: KubeObject | undefined, server: ServerContext): FieldError[] {
  const kept =
    validationDialect(server.release.minor).keepsOldIPs && old !== undefined && sameEndpoints(old, object)
  const endpoints = kept ? [] : validateEndpoints(endpointsOf(object), typeOf(object), server)
  const rest = [
    ...validateAddressType(typeOf(object), server.release.minor),
    ...validatePorts(portsOf(object), server.release.minor),
  ]
  return registryDialect(server.release.minor).checksEndpointsFirst
    ? [
        ...validateAddressType(typeOf(object), server.release.minor),
        ...endpoints,
        ...validatePorts(portsOf(object), server.release.minor),
      ]
    : [...rest, ...endpoints]
}

const strategy: Strategy = {
  repeatsMetaValidation: false,
  validateName: nameIsDNSSubdomain,
  setDefaults,
  prepareForCreate(ctx, object) {
    object.metadata.generation = 1
    dropDisabledFields(object, undefined, ctx.server)
    if (ctx.version !== 'v1beta1') dropTopology(object, undefined)
  },
  prepareForUpdate(ctx, object, old) {
    bumpGeneration(object, old)
    dropDisabledFields(object, old, ctx.server)
    if (ctx.version !== 'v1beta1') dropTopology(object, old)
  },
  validate: (ctx, object) => [
    ...validateKubeFinalizers(object.metadata),
    ...validateSlice(object, undefined, ctx.server),
  ],
  validateUpdate: (ctx, object, old) => [
    ...metaAgain(ctx, object),
    ...validateSlice(object, old, ctx.server),
    ...validateImmutableField(typeOf(object), typeOf(old), FieldPath.of('addressType'), {
      type: 'string',
      minor: ctx.server.release.minor,
    }),
  ],
  warningsOnCreate: (ctx, object) => [
    ...(typeOf(object) === 'FQDN' && registryDialect(ctx.server.release.minor).warnsOfOddFields
      ? ['spec.addressType: FQDN endpoints are deprecated']
      : []),
    ...warnOnBadIPs(object, ctx.server.release.minor),
  ],
  warningsOnUpdate: (ctx, object) => warnOnBadIPs(object, ctx.server.release.minor),
}

/** The strategy of EndpointSlices. */
export const endpointSliceRules: ResourceRules = {
  strategy,
}
