// Upstream: pkg/apis/discovery/validation/validation.go

import type { Endpoint, EndpointHints, EndpointPort } from '../../../api/discovery-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isQualifiedName, isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { validateLabels } from '../../../apimachinery/validation/labels.ts'
import { tooMany } from '../../../apimachinery/validation/messages.ts'
import { isDNS1123Label, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { named } from '../service/validation-context.ts'
import { validateAddress } from './addresses.ts'

const endpointsPath = FieldPath.of('endpoints')
const portsPath = FieldPath.of('ports')
const addressTypes = ['FQDN', 'IPv4', 'IPv6']
const protocols = ['SCTP', 'TCP', 'UDP']
const texts = (list: string[], path: FieldPath, value: string): FieldError[] =>
  list.map((text) => field.invalid(path, value, text))

/** The errors of an EndpointSlice's address type. */
export function validateAddressType(type: string, minor: number): FieldError[] {
  const path = FieldPath.of('addressType')
  if (type === '') return [field.required(path, '')]
  return addressTypes.includes(type) ? [] : [field.notSupported(path, named(type, minor), addressTypes)]
}

/** The errors of an EndpointSlice's ports. */
export function validatePorts(ports: readonly EndpointPort[], minor: number): FieldError[] {
  if (ports.length > 20000) return [tooMany(portsPath, ports.length, 20000, minor)]
  const names = new Set<string>()
  return eachFinding(ports, (port, i) => {
    const at = portsPath.index(i)
    const name = port.name ?? ''
    const errors = name === '' ? [] : texts(isDNS1123Label(name, minor), at.child('name'), name)
    if (names.has(name)) errors.push(field.duplicate(at.child('name'), badValue(name, '*string', minor)))
    names.add(name)
    const protocol = port.protocol ?? undefined
    if (protocol === undefined) errors.push(field.required(at.child('protocol'), ''))
    else if (!protocols.includes(protocol))
      errors.push(field.notSupported(at.child('protocol'), named(protocol, minor), protocols))
    const app = port.appProtocol ?? undefined
    return app === undefined
      ? errors
      : [...errors, ...texts(isQualifiedName(app, minor), at.child('appProtocol'), app)]
  })
}

/** The errors of an EndpointSlice's endpoints, at most 1000. `type`: the slice's address type. */
export function validateEndpoints(
  endpoints: readonly Endpoint[],
  type: string,
  server: ServerContext,
): FieldError[] {
  if (endpoints.length > 1000) return [tooMany(endpointsPath, endpoints.length, 1000, server.release.minor)]
  return eachFinding(endpoints, (endpoint, i) =>
    validateEndpoint(endpoint, type, endpointsPath.index(i), server),
  )
}

function validateEndpoint(
  endpoint: Endpoint,
  type: string,
  at: FieldPath,
  server: ServerContext,
): FieldError[] {
  const { minor } = server.release
  const addresses = endpoint.addresses ?? []
  const path = at.child('addresses')
  const errors: FieldError[] = []
  if (addresses.length === 0) errors.push(field.required(path, 'must contain at least 1 address'))
  else if (addresses.length > 100) errors.push(tooMany(path, addresses.length, 100, minor))
  errors.push(...addresses.flatMap((address, i) => validateAddress(address, type, path, i, server)))
  if ((endpoint.nodeName ?? null) !== null)
    errors.push(
      ...texts(nameIsDNSSubdomain(endpoint.nodeName!, false), at.child('nodeName'), endpoint.nodeName!),
    )
  const topology = endpoint.deprecatedTopology ?? {}
  const count = Object.keys(topology).length
  if (count > 16) errors.push(tooMany(at.child('deprecatedTopology'), count, 16, minor))
  errors.push(...validateLabels(topology, at.child('deprecatedTopology'), minor))
  if ((endpoint.hostname ?? null) !== null)
    errors.push(...texts(isDNS1123Label(endpoint.hostname!, minor), at.child('hostname'), endpoint.hostname!))
  return endpoint.hints ? [...errors, ...validateHints(endpoint.hints, at.child('hints'), minor)] : errors
}

function validateHints(hints: EndpointHints, at: FieldPath, minor: number): FieldError[] {
  const zones = validateHintList(hints.forZones, at.child('forZones'), minor, (name) =>
    isValidLabelValue(name, minor),
  )
  if ((hints.forZones ?? []).length > 8) return zones
  const nodes = (hints as { forNodes?: { name?: string }[] }).forNodes
  return [
    ...zones,
    ...validateHintList(nodes, at.child('forNodes'), minor, (name) => nameIsDNSSubdomain(name, false)),
  ]
}

function validateHintList(
  list: readonly { name?: string }[] | undefined,
  path: FieldPath,
  minor: number,
  check: (name: string) => string[],
): FieldError[] {
  const hints = list ?? []
  if (hints.length > 8) return [tooMany(path, hints.length, 8, minor)]
  const seen = new Set<string>()
  return hints.flatMap((hint, i) => {
    const name = hint.name ?? ''
    const at = path.index(i).child('name')
    const errors = seen.has(name) ? [field.duplicate(at, name)] : []
    seen.add(name)
    return [...errors, ...texts(check(name), at, name)]
  })
}
