// Upstream: pkg/registry/networking/ingress/strategy.go, pkg/apis/networking/validation/validation.go (ValidateIngress)

import type { TypedLocalObjectReference } from '../../../api/core-v1.ts'
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressRule,
  IngressSpec,
} from '../../../api/networking-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { parseIPSloppy } from '../../../apimachinery/validation/ip-address.ts'
import {
  isDNS1123Subdomain,
  isValidPathSegmentName,
  isWildcardDNS1123Subdomain,
  nameIsDNS1035Label,
  nameIsDNSLabel,
} from '../../../apimachinery/validation/names.ts'
import { isValidPortName, isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import {
  getWarningsForIP,
  isAnyIP,
  isValidIPForLegacyField,
} from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'

const specOf = (object: KubeObject): IngressSpec => (object as unknown as Ingress).spec ?? {}
const specPath = FieldPath.of('spec')
const classAnnotation = 'kubernetes.io/ingress.class'

/** What stored objects may keep. */
interface Options {
  readonly minor: number
  readonly anySecretName: boolean
  readonly anyWildcardRule: boolean
  readonly relaxedServiceNames: boolean
}

const each = (path: FieldPath, value: string, texts: readonly string[]): FieldError[] =>
  texts.map((text) => field.invalid(path, value, text))

function validateSpec(spec: IngressSpec, options: Options): FieldError[] {
  const { rules = [], defaultBackend, ingressClassName } = spec
  const errors: FieldError[] = []
  if (rules.length === 0 && defaultBackend == null) {
    const value = badValue(valueOrEmpty(spec, 'rules'), '[]networking.IngressRule', options.minor)
    errors.push(field.invalid(specPath, value, 'either `defaultBackend` or `rules` must be specified'))
  }
  return [
    ...errors,
    ...(defaultBackend == null
      ? []
      : validateBackend(defaultBackend, specPath.child('defaultBackend'), options)),
    ...rules.flatMap((rule, i) => validateRule(rule, specPath.child('rules').index(i), options)),
    ...validateTLS(spec, options),
    ...(ingressClassName == null
      ? []
      : each(specPath.child('ingressClassName'), ingressClassName, isDNS1123Subdomain(ingressClassName))),
  ]
}

const hostTexts = (host: string): string[] =>
  host.includes('*') ? isWildcardDNS1123Subdomain(host) : isDNS1123Subdomain(host)

function validateTLS(spec: IngressSpec, options: Options): FieldError[] {
  return (spec.tls ?? []).flatMap(({ hosts = [], secretName = '' }, i) => {
    const path = specPath.child('tls').index(i)
    return [
      ...hosts.flatMap((host, k) => each(path.child('hosts').index(k), host, hostTexts(host))),
      ...(options.anySecretName ? [] : each(path.child('secretName'), secretName, secretTexts(secretName))),
    ]
  })
}
const secretTexts = (name: string): string[] => (name === '' ? [] : isDNS1123Subdomain(name))

const notAnAddress = 'must be a DNS name, not an IP address'

function validateRule(rule: IngressRule, path: FieldPath, options: Options): FieldError[] {
  const { host = '' } = rule
  const errors: FieldError[] = []
  if (host !== '') {
    const at = path.child('host')
    if (parseIPSloppy(host) !== undefined) errors.push(field.invalid(at, host, notAnAddress))
    errors.push(...each(at, host, hostTexts(host)))
  }
  return host.includes('*') && options.anyWildcardRule
    ? errors
    : [...errors, ...validateHTTP(rule, path, options)]
}

function validateHTTP(rule: IngressRule, path: FieldPath, options: Options): FieldError[] {
  if (rule.http == null) return []
  const at = path.child('http', 'paths')
  const paths = rule.http.paths ?? []
  if (paths.length === 0) return [field.required(at, '')]
  return paths.flatMap((one, i) => validatePath(one, at.index(i), options))
}

const badParts = ['//', '/./', '/../', '%2f', '%2F']
const badEnds = ['/..', '/.']

function validatePath(one: HTTPIngressPath, path: FieldPath, options: Options): FieldError[] {
  const { path: text = '', pathType } = one
  if (pathType == null) return [field.required(path.child('pathType'), 'pathType must be specified')]
  const errors: FieldError[] = []
  const at = path.child('path')
  const isStrict = pathType === 'Exact' || pathType === 'Prefix'
  if (isStrict || pathType === 'ImplementationSpecific') {
    if (!text.startsWith('/') && (isStrict || text !== ''))
      errors.push(field.invalid(at, text, 'must be an absolute path'))
    if (isStrict) {
      for (const part of badParts)
        if (text.includes(part)) errors.push(field.invalid(at, text, `must not contain '${part}'`))
      for (const end of badEnds)
        if (text.endsWith(end)) errors.push(field.invalid(at, text, `cannot end with '${end}'`))
    }
  } else
    errors.push(
      field.notSupported(path.child('pathType'), pathType, ['Exact', 'ImplementationSpecific', 'Prefix']),
    )
  return [...errors, ...validateBackend(one.backend ?? {}, path.child('backend'), options)]
}

function validateBackend(backend: IngressBackend, path: FieldPath, options: Options): FieldError[] {
  const { resource, service } = backend
  if (resource != null && service != null)
    return [field.invalid(path, '', 'cannot set both resource and service backends')]
  if (resource != null) return validateResource(resource, path.child('resource'), options.minor)
  if (service == null) return [field.invalid(path, '', 'resource or service backend is required')]
  const { name = '', port = {} } = service
  const at = path.child('service', 'name')
  const validName = options.relaxedServiceNames ? nameIsDNSLabel : nameIsDNS1035Label
  const errors =
    name === '' ? [field.required(at, '')] : each(at, name, validName(name, false, options.minor))
  if (port.name && port.number)
    return [...errors, field.invalid(path, '', 'cannot set both port name & port number')]
  if (port.name)
    return [
      ...errors,
      ...each(path.child('service', 'port', 'name'), port.name, isValidPortName(port.name, options.minor)),
    ]
  if (port.number)
    return [
      ...errors,
      ...isValidPortNum(port.number).map((text) =>
        field.invalid(path.child('service', 'port', 'number'), port.number, text),
      ),
    ]
  return [...errors, field.required(path, 'port name or number is required')]
}

/** Also of the parameters of a class. */
export function validateResource(
  { apiGroup, kind = '', name = '' }: TypedLocalObjectReference,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const segment = (what: string, value: string): FieldError[] =>
    value === ''
      ? [
          field.required(
            path.child(what),
            registryDialect(minor).explainsRequired ? `${what} is required` : '',
          ),
        ]
      : each(path.child(what), value, isValidPathSegmentName(value))
  return [
    ...(apiGroup == null ? [] : each(path.child('apiGroup'), apiGroup, isDNS1123Subdomain(apiGroup))),
    ...segment('kind', kind),
    ...segment('name', name),
  ]
}

function optionsOf({ server }: RequestContext, old?: KubeObject): Options {
  const spec = old === undefined ? {} : specOf(old)
  const plain: Options = {
    minor: server.release.minor,
    anySecretName: false,
    anyWildcardRule: false,
    relaxedServiceNames: false,
  }
  const names = [
    spec.defaultBackend?.service?.name,
    ...(spec.rules ?? []).flatMap((rule) => (rule.http?.paths ?? []).map((p) => p.backend?.service?.name)),
  ]
  return {
    ...plain,
    anySecretName: (spec.tls ?? []).some((tls) => secretTexts(tls.secretName ?? '').length > 0),
    anyWildcardRule: (spec.rules ?? []).some(
      (rule) => (rule.host ?? '').includes('*') && validateHTTP(rule, specPath, plain).length > 0,
    ),
    relaxedServiceNames:
      gateEnabled(server.gates, 'RelaxedServiceNameValidation') ||
      names.some(
        (name) =>
          name !== undefined &&
          nameIsDNSLabel(name, false, plain.minor).length === 0 &&
          nameIsDNS1035Label(name, false).length > 0,
      ),
  }
}

const classOf = (object: KubeObject): string | undefined =>
  getOwn(object.metadata.annotations ?? {}, classAnnotation)

const own: Partial<Strategy> = {
  validate(ctx, object) {
    const named = classOf(object)
    const { ingressClassName } = specOf(object)
    const path = FieldPath.of('annotations', classAnnotation)
    return [
      ...validateSpec(specOf(object), optionsOf(ctx)),
      ...(named !== undefined && ingressClassName != null && named !== ingressClassName
        ? [field.invalid(path, named, 'must match `ingressClassName` when both are specified')]
        : []),
    ]
  },
  validateUpdate: (ctx, object, old) => [
    ...metaAgain(ctx, object),
    ...validateSpec(specOf(object), optionsOf(ctx, old)),
  ],
  warningsOnCreate: (_ctx, object) =>
    classOf(object) !== undefined && specOf(object).ingressClassName == null
      ? [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [],
}

const pointsOf = (object: KubeObject) => (object as unknown as Ingress).status?.loadBalancer?.ingress ?? []

function validateStatus(ctx: RequestContext, object: KubeObject, old: KubeObject): FieldError[] {
  const before = pointsOf(old).flatMap(({ ip }) => (ip ? [ip] : []))
  const strict = gateEnabled(ctx.server.gates, 'StrictIPCIDRValidation')
  const validateAddress = (path: FieldPath, ip: string): FieldError[] =>
    validationDialect(ctx.server.release.minor).sharesIPChecks
      ? isValidIPForLegacyField(path, ip, strict, before)
      : isAnyIP(path, ip, 'must be a valid IP address')
  return pointsOf(object).flatMap(({ ip = '', hostname = '' }, i) => {
    const path = FieldPath.of('status', 'loadBalancer', 'ingress').index(i)
    return [
      ...(ip === '' ? [] : validateAddress(path.child('ip'), ip)),
      ...(hostname === '' ? [] : each(path.child('hostname'), hostname, isDNS1123Subdomain(hostname))),
      ...(hostname !== '' && parseIPSloppy(hostname) !== undefined
        ? [field.invalid(path.child('hostname'), hostname, notAnAddress)]
        : []),
    ]
  })
}

const addressWarnings = (object: KubeObject, minor: number): string[] =>
  pointsOf(object).flatMap(({ ip }, i) => {
    const path = FieldPath.of('status', 'loadBalancer', 'ingress').index(i)
    return ip ? getWarningsForIP(path, ip, minor) : []
  })

/** The strategy of Ingresses and their status. */
export const ingressRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, own)
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: validateStatus,
    warningsOnUpdate: ({ server }, object) =>
      validationDialect(server.release.minor).warnsOfOddIPs
        ? addressWarnings(object, server.release.minor)
        : [],
  }
  return { strategy, subresources: { status } }
}
