// Upstream: pkg/apis/core/validation/validation.go (validateServiceExternalTrafficPolicy and its neighbours)

import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { serviceDialect } from './dialect.ts'
import { externallyAccessible, needsHealthCheck, type Service } from './service.ts'
import { named } from './validation-context.ts'

const spec = FieldPath.of('spec')
const policies = ['Cluster', 'Local']

/** The errors of externalTrafficPolicy and healthCheckNodePort. */
export function validateExternalTrafficPolicy(svc: Service, minor: number): FieldError[] {
  const path = spec.child('externalTrafficPolicy')
  const policy = svc.spec.externalTrafficPolicy ?? ''
  const errors: FieldError[] = []
  if (!externallyAccessible(svc, minor)) {
    if (policy !== '')
      errors.push(
        field.invalid(
          path,
          named(policy, minor),
          serviceDialect(minor).hasPolicyForExternalIPs
            ? 'may only be set for externally-accessible services'
            : "may only be set when `type` is 'NodePort' or 'LoadBalancer'",
        ),
      )
  } else if (policy === '') errors.push(field.required(path, ''))
  else if (!policies.includes(policy)) errors.push(field.notSupported(path, named(policy, minor), policies))
  return [...errors, ...validateHealthCheckNodePort(svc)]
}

function validateHealthCheckNodePort(svc: Service): FieldError[] {
  const path = spec.child('healthCheckNodePort')
  const port = svc.spec.healthCheckNodePort ?? 0
  if (needsHealthCheck(svc)) {
    if (port === 0) return [field.required(path, '')]
    return isValidPortNum(port).map((text) => field.invalid(path, port, text))
  }
  const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
  return port === 0 ? [] : [field.invalid(path, port, text)]
}

/** The errors of internalTrafficPolicy, which all types but ExternalName require where its gate is on. */
export function validateInternalTrafficPolicy(svc: Service, { gates, release }: ServerContext): FieldError[] {
  const path = spec.child('internalTrafficPolicy')
  const policy = svc.spec.internalTrafficPolicy
  if (policy === undefined || policy === null)
    return gateEnabled(gates, 'ServiceInternalTrafficPolicy') &&
      ['NodePort', 'LoadBalancer', 'ClusterIP'].includes(svc.spec.type ?? '')
      ? [field.required(path, '')]
      : []
  return policies.includes(policy) ? [] : [field.notSupported(path, named(policy, release.minor), policies)]
}

/** The error of a trafficDistribution that the gates do not allow. */
export function validateTrafficDistribution(svc: Service, server: ServerContext): FieldError[] {
  const value = svc.spec.trafficDistribution
  if (value === undefined || value === null) return []
  const supported = gateEnabled(server.gates, 'PreferSameTrafficDistribution')
    ? ['PreferClose', 'PreferSameZone', 'PreferSameNode']
    : ['PreferClose']
  return supported.includes(value)
    ? []
    : [field.notSupported(spec.child('trafficDistribution'), value, supported)]
}

/** The error of a changed healthCheckNodePort. */
export function validateHealthCheckPortChange(old: Service, svc: Service): FieldError[] {
  if (!needsHealthCheck(old) || !needsHealthCheck(svc)) return []
  if ((old.spec.healthCheckNodePort ?? 0) === (svc.spec.healthCheckNodePort ?? 0)) return []
  return [field.forbidden(spec.child('healthCheckNodePort'), 'field is immutable')]
}
