// Upstream: pkg/registry/core/endpoint/strategy.go, pkg/apis/core/validation/validation.go (ValidateEndpoints…)

import type { EndpointAddress, EndpointPort, EndpointSubset } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { isDNS1123Label, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import { getWarningsForIP } from '../../../apimachinery/validation/strict-ip.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validateEndpointIP } from '../service/endpoint-ip.ts'
import { named, validIP } from '../service/validation-context.ts'

const subsetsOf = (object: KubeObject): EndpointSubset[] =>
  (object['subsets'] as EndpointSubset[] | undefined) ?? []
const subsetsPath = FieldPath.of('subsets')
const protocols = ['SCTP', 'TCP', 'UDP']

function setDefaults(object: KubeObject): void {
  for (const subset of subsetsOf(object))
    for (const port of subset.ports ?? []) if (!port.protocol) port.protocol = 'TCP'
}

function validateSubsets(object: KubeObject, server: ServerContext): FieldError[] {
  return eachFinding(subsetsOf(object), (subset, i) => {
    const at = subsetsPath.index(i)
    const ready = subset.addresses ?? []
    const notReady = subset.notReadyAddresses ?? []
    const ports = subset.ports ?? []
    const none = ready.length + notReady.length === 0
    return [
      ...(none ? [field.required(at, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...eachFinding(ready, (a, j) => validateAddress(a, at.child('addresses').index(j), server)),
      ...eachFinding(notReady, (a, j) => validateAddress(a, at.child('notReadyAddresses').index(j), server)),
      ...eachFinding(ports, (p, j) =>
        validatePort(p, ports.length > 1, at.child('ports').index(j), server.release.minor),
      ),
    ]
  })
}

function validateAddress(address: EndpointAddress, at: FieldPath, server: ServerContext): FieldError[] {
  const ip = address.ip ?? ''
  const errors = validIP(server, at.child('ip'), ip)
  if (address.hostname)
    errors.push(
      ...isDNS1123Label(address.hostname, server.release.minor).map((text) =>
        field.invalid(at.child('hostname'), address.hostname, text),
      ),
    )
  if ((address.nodeName ?? null) !== null)
    errors.push(
      ...nameIsDNSSubdomain(address.nodeName!, false).map((text) =>
        field.invalid(at.child('nodeName'), address.nodeName, text),
      ),
    )
  return [...errors, ...validateEndpointIP(ip, at.child('ip'))]
}

function validatePort(port: EndpointPort, nameRequired: boolean, at: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const name = port.name ?? ''
  if (nameRequired && name === '') errors.push(field.required(at.child('name'), ''))
  else if (name !== '')
    errors.push(...isDNS1123Label(name, minor).map((text) => field.invalid(at.child('name'), name, text)))
  const number = port.port ?? 0
  errors.push(...isValidPortNum(number).map((text) => field.invalid(at.child('port'), number, text)))
  if (!port.protocol) errors.push(field.required(at.child('protocol'), ''))
  else if (!protocols.includes(port.protocol))
    errors.push(field.notSupported(at.child('protocol'), named(port.protocol, minor), protocols))
  if ((port.appProtocol ?? null) !== null)
    errors.push(
      ...isQualifiedName(port.appProtocol!, minor).map((text) =>
        field.invalid(at.child('appProtocol'), port.appProtocol, text),
      ),
    )
  return errors
}

/** Subsets that did not change can stay as they are. */
function validateUpdatedSubsets(object: KubeObject, old: KubeObject, server: ServerContext): FieldError[] {
  const kept =
    validationDialect(server.release.minor).keepsOldIPs && semanticEqual(subsetsOf(object), subsetsOf(old))
  return kept ? [] : validateSubsets(object, server)
}

function warnings(object: KubeObject, minor: number): string[] {
  if (!validationDialect(minor).warnsOfOddIPs) return []
  if (getOwn(object.metadata.labels, 'endpoints.kubernetes.io/managed-by') === 'endpoint-controller')
    return []
  const list = (addresses: EndpointAddress[] | undefined, at: FieldPath): string[] =>
    (addresses ?? []).flatMap((a, j) => getWarningsForIP(at.index(j).child('ip'), a.ip ?? '', minor))
  return subsetsOf(object).flatMap((subset, i) => [
    ...list(subset.addresses, subsetsPath.index(i).child('addresses')),
    ...list(subset.notReadyAddresses, subsetsPath.index(i).child('notReadyAddresses')),
  ])
}

const strategy: Strategy = {
  validateName: nameIsDNSSubdomain,
  allowCreateOnUpdate: true,
  setDefaults,
  validate: (ctx, object) => [
    ...validateKubeFinalizers(object.metadata),
    ...validateSubsets(object, ctx.server),
  ],
  validateUpdate: (ctx, object, old) => [
    ...validateKubeFinalizers(object.metadata),
    ...metaAgain(ctx, object),
    ...validateUpdatedSubsets(object, old, ctx.server),
  ],
  warningsOnCreate: (ctx, object) => warnings(object, ctx.server.release.minor),
  warningsOnUpdate: (ctx, object) => warnings(object, ctx.server.release.minor),
}

/** The strategy of Endpoints. */
export const endpointsRules: ResourceRules = {
  strategy,
}
