// Upstream: pkg/registry/networking/networkpolicy/strategy.go, pkg/apis/networking/validation/validation.go (ValidateNetworkPolicy)

import type { Condition } from '../../../api/meta-v1.ts'
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '../../../api/networking-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { cidrContains, parseCIDRSloppy } from '../../../apimachinery/validation/ip-address.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { isValidPortName, isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import {
  getWarningsForCIDR,
  isAnyCIDR,
  isValidCIDRForLegacyField,
} from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled, registeredAndOff } from '../../../featuregates/reader.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, type ResourceTraits } from '../generic/default-strategy.ts'
import { dropping, extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'

const specOf = (object: KubeObject): NetworkPolicySpec => (object as unknown as NetworkPolicy).spec ?? {}
const specPath = FieldPath.of('spec')

interface Options {
  readonly minor: number
  readonly strict: boolean
  readonly validOld: readonly string[]
  readonly allowInvalidLabelValueInSelector: boolean
}

function setDefaults(object: KubeObject): void {
  const spec = subObject<NetworkPolicySpec>(object, 'spec')
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])])
    for (const port of rule.ports ?? []) port.protocol ??= 'TCP'
  if (spec.policyTypes?.length) return
  spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress']
}

const portsOf = (object: KubeObject): NetworkPolicyPort[] =>
  [...(specOf(object).ingress ?? []), ...(specOf(object).egress ?? [])].flatMap(({ ports }) => ports ?? [])

/** The ends of ranges go where their gate is off, unless the stored policy has some. */
function dropEndPorts(object: KubeObject, old: KubeObject | undefined, { gates }: ServerContext): void {
  const used = old !== undefined && portsOf(old).some(({ endPort }) => endPort != null)
  if (!gateEnabled(gates, 'NetworkPolicyEndPort') && !used)
    for (const port of portsOf(object)) delete port.endPort
}

/** The rules of both directions, with their paths. */
function rulesOf(spec: NetworkPolicySpec) {
  return [
    ...(spec.ingress ?? []).map((rule, i) => ({
      ports: rule.ports ?? [],
      peers: rule.from ?? [],
      path: specPath.child('ingress').index(i),
      side: 'from',
    })),
    ...(spec.egress ?? []).map((rule, i) => ({
      ports: rule.ports ?? [],
      peers: rule.to ?? [],
      path: specPath.child('egress').index(i),
      side: 'to',
    })),
  ]
}

function validatePort(port: NetworkPolicyPort, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  const { protocol, endPort } = port
  if (protocol != null && !['TCP', 'UDP', 'SCTP'].includes(protocol))
    errors.push(field.notSupported(path.child('protocol'), protocol, ['TCP', 'UDP', 'SCTP']))
  const invalid = (name: string, value: unknown, texts: readonly string[]): void => {
    for (const text of texts) errors.push(field.invalid(path.child(name), value, text))
  }
  if (typeof port.port === 'number') {
    invalid('port', port.port, isValidPortNum(port.port))
    if (endPort == null) return errors
    if (endPort < port.port) invalid('endPort', port.port, ['must be greater than or equal to `port`'])
    invalid('endPort', endPort, isValidPortNum(endPort))
  } else if (port.port != null) {
    if (endPort != null) invalid('endPort', endPort, ['may not be specified when `port` is non-numeric'])
    invalid('port', port.port, isValidPortName(port.port, minor))
  } else if (endPort != null)
    invalid('endPort', endPort, ['may not be specified when `port` is not specified'])
  return errors
}

function validatePeer(peer: NetworkPolicyPeer, path: FieldPath, options: Options): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer
  const errors = [
    ...validateLabelSelector(podSelector, options, path.child('podSelector'), options.minor),
    ...validateLabelSelector(namespaceSelector, options, path.child('namespaceSelector'), options.minor),
    ...(ipBlock == null ? [] : validateBlock(ipBlock, path.child('ipBlock'), options)),
  ]
  const count = [podSelector, namespaceSelector, ipBlock].filter((part) => part != null).length
  if (count === 0) errors.push(field.required(path, 'must specify a peer'))
  else if (count > 1 && ipBlock != null)
    errors.push(field.forbidden(path, 'may not specify both ipBlock and another peer'))
  return errors
}

function validateBlock({ cidr = '', except = [] }: IPBlock, path: FieldPath, options: Options): FieldError[] {
  if (cidr === '') return [field.required(path.child('cidr'), '')]
  const { sharesIPChecks } = validationDialect(options.minor)
  const validCIDR = (at: FieldPath, text: string): FieldError[] =>
    sharesIPChecks
      ? isValidCIDRForLegacyField(at, text, options.strict, options.validOld)
      : isAnyCIDR(at, text, 'not a valid CIDR')
  const errors = validCIDR(path.child('cidr'), cidr)
  const outer = parseCIDRSloppy(cidr)
  if (outer === undefined) return errors
  for (const [i, text] of except.entries()) {
    const at = path.child('except').index(i)
    errors.push(...validCIDR(at, text))
    const inner = parseCIDRSloppy(text)
    if (inner === undefined && !sharesIPChecks) return errors
    if (
      inner !== undefined &&
      (!cidrContains(outer, inner.network) || outer.prefixLength >= inner.prefixLength)
    )
      errors.push(field.invalid(at, text, 'must be a strict subset of `cidr`'))
  }
  return errors
}

function validateSpec(spec: NetworkPolicySpec, options: Options): FieldError[] {
  const errors = [
    ...validateLabelSelector(spec.podSelector, options, specPath.child('podSelector'), options.minor),
    ...rulesOf(spec).flatMap(({ ports, peers, path, side }) => [
      ...ports.flatMap((port, i) => validatePort(port, path.child('ports').index(i), options.minor)),
      ...peers.flatMap((peer, i) => validatePeer(peer, path.child(side).index(i), options)),
    ]),
  ]
  const types = spec.policyTypes ?? []
  const path = specPath.child('policyTypes')
  if (types.length > 2) {
    const value = badValue(types, '*[]networking.PolicyType', options.minor)
    return [...errors, field.invalid(path, value, 'may not specify more than two policyTypes')]
  }
  const allowed = ['Ingress', 'Egress']
  return [
    ...errors,
    ...types.flatMap((type, i) =>
      allowed.includes(type) ? [] : [field.notSupported(path.index(i), type, allowed)],
    ),
  ]
}

function optionsOf(ctx: RequestContext, old?: KubeObject): Options {
  const { gates } = ctx.server
  const { minor } = ctx.server.release
  const before = old === undefined ? {} : specOf(old)
  return {
    minor,
    strict: gateEnabled(gates, 'StrictIPCIDRValidation'),
    validOld: rulesOf(before).flatMap(({ peers }) =>
      peers.flatMap(({ ipBlock }) =>
        ipBlock == null ? [] : [ipBlock.cidr ?? '', ...(ipBlock.except ?? [])],
      ),
    ),
    allowInvalidLabelValueInSelector:
      validateLabelSelector(before.podSelector, {}, specPath, minor).length > 0,
  }
}

/** Addresses that could be meant otherwise are told. */
function warnings(ctx: RequestContext, object: KubeObject): string[] {
  const { minor } = ctx.server.release
  if (!validationDialect(minor).warnsOfOddIPs) return []
  return rulesOf(specOf(object)).flatMap(({ peers, path, side }) =>
    peers.flatMap(({ ipBlock }, i) => {
      if (ipBlock == null) return []
      const at = path.child(side).index(i).child('ipBlock')
      return [
        ...getWarningsForCIDR(at.child('cidr'), ipBlock.cidr ?? '', minor),
        ...(ipBlock.except ?? []).flatMap((text, k) =>
          getWarningsForCIDR(at.child('except').index(k), text, minor),
        ),
      ]
    }),
  )
}

const own: Partial<Strategy> = {
  setDefaults,
  validate: (ctx, object) => validateSpec(specOf(object), optionsOf(ctx)),
  validateUpdate(ctx, object, old) {
    const options = optionsOf(ctx, old)
    const errors = validateSpec(specOf(object), options)
    if (!registryDialect(ctx.server.release.minor).checksUpdatedPoliciesAsNew) return errors
    return [
      ...metaAgain(ctx, object),
      ...validateSpec(specOf(object), { ...options, validOld: [] }),
      ...errors,
    ]
  },
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
}

interface WithStatus extends KubeObject {
  status?: { conditions?: Condition[] }
}
const conditionsOf = (object: KubeObject): Condition[] => (object as WithStatus).status?.conditions ?? []

/** Whether the status is the writer's business: until its gate is on, or a status is stored. Upstream has it as long as the gate. */
const takesStatus = ({ gates }: ServerContext, old: KubeObject | undefined): boolean =>
  registeredAndOff(gates, 'NetworkPolicyStatus') && (old === undefined || conditionsOf(old).length === 0)

function mainStrategy(traits: ResourceTraits): Strategy {
  const base = extendedStrategy(traits, own)
  return {
    ...base,
    prepareForCreate(ctx, object) {
      const { status } = object as WithStatus
      base.prepareForCreate?.(ctx, object)
      if (takesStatus(ctx.server, undefined) && status !== undefined) object['status'] = status
    },
    prepareForUpdate(ctx, object, old) {
      const { status } = object as WithStatus
      base.prepareForUpdate?.(ctx, object, old)
      if (!takesStatus(ctx.server, old)) return
      if (status === undefined) delete object['status']
      else object['status'] = status
    },
  }
}

function statusStrategy(traits: ResourceTraits, main: Strategy): Strategy {
  const base = defaultStatusStrategy(traits, main)
  return {
    ...base,
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      if (!registeredAndOff(ctx.server.gates, 'NetworkPolicyStatus')) return
      // A status that is there may be cleared, and else stays.
      object['status'] = conditionsOf(object).length === 0 ? {} : { ...(old as WithStatus).status }
    },
    validateUpdate: (ctx, object) =>
      validateConditions(
        conditionsOf(object),
        FieldPath.of('status', 'conditions'),
        ctx.server.release.minor,
      ),
  }
}

/** The strategy of NetworkPolicies. */
export const networkPolicyRules: RulesFor = (traits) => {
  const strategy = dropping(mainStrategy(traits), dropEndPorts)
  return {
    strategy,
    ...(traits.hasStatus ? { subresources: { status: statusStrategy(traits, strategy) } } : {}),
  }
}
