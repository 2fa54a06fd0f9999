// Upstream: pkg/apis/admissionregistration/validation/validation.go (validateRuleWithOperations)

import type { RuleWithOperations } from '../../../api/admissionregistration-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const scopes = ['*', 'Cluster', 'Namespaced']

/** The errors of a webhook's or policy's rule; `*` excludes all others in its list. */
export function validateRuleWithOperations(
  rule: RuleWithOperations,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const own = rule.operations ?? []
  const at = path.child('operations')
  return [
    ...(own.length === 0 ? [field.required(at, '')] : []),
    ...onlyWildcard(own, at, 'other operations', '[]admissionregistration.OperationType', minor),
    ...own.flatMap((operation, i) =>
      operations.includes(operation) ? [] : [field.notSupported(at.index(i), operation, operations)],
    ),
    ...validateRule(rule, path, minor),
  ]
}

function onlyWildcard(
  values: readonly string[],
  path: FieldPath,
  what: string,
  type: string,
  minor: number,
): FieldError[] {
  if (values.length <= 1 || !values.includes('*')) return []
  return [field.invalid(path, badValue(values, type, minor), `if '*' is present, must not specify ${what}`)]
}

function validateRule(rule: RuleWithOperations, path: FieldPath, minor: number): FieldError[] {
  const groups = rule.apiGroups ?? []
  const versions = rule.apiVersions ?? []
  const groupsPath = path.child('apiGroups')
  const versionsPath = path.child('apiVersions')
  const { scope } = rule
  return [
    ...(groups.length === 0 ? [field.required(groupsPath, '')] : []),
    ...onlyWildcard(groups, groupsPath, 'other API groups', '[]string', minor),
    ...(versions.length === 0 ? [field.required(versionsPath, '')] : []),
    ...onlyWildcard(versions, versionsPath, 'other API versions', '[]string', minor),
    ...versions.flatMap((version, i) => (version === '' ? [field.required(versionsPath.index(i), '')] : [])),
    ...validateResources(rule.resources ?? [], path.child('resources'), minor),
    ...(scope == null || scopes.includes(scope)
      ? []
      : [field.notSupported(path.child('scope'), scope, scopes)]),
  ]
}

/** `pods`, `pods/log`, `pods/*`, and wildcards for the resource, the subresource and both. */
function validateResources(resources: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = resources.length === 0 ? [field.required(path, '')] : []
  const ofAnySubresource = new Set<string>()
  const ofAnyResource = new Set<string>()
  // @note What counts is the last resource without a subresource.
  let namesPlainResource = false
  resources.forEach((resource, i) => {
    if (resource === '') {
      errors.push(field.required(path.index(i), ''))
      return
    }
    const slash = resource.indexOf('/')
    if (slash < 0) {
      namesPlainResource = resource !== '*'
      return
    }
    const [name, sub] = [resource.slice(0, slash), resource.slice(slash + 1)]
    const covered = (by: string): void => {
      errors.push(
        field.invalid(path.index(i), resource, `if '${by}' is present, must not specify ${resource}`),
      )
    }
    if (ofAnySubresource.has(name)) covered(`${name}/*`)
    if (ofAnyResource.has(sub)) covered(`*/${sub}`)
    if (sub === '*') ofAnySubresource.add(name)
    if (name === '*') ofAnyResource.add(sub)
  })
  const whole = (text: string): void => {
    errors.push(field.invalid(path, badValue(resources, '[]string', minor), text))
  }
  if (resources.length > 1 && resources.includes('*/*'))
    whole("if '*/*' is present, must not specify other resources")
  if (resources.includes('*') && namesPlainResource)
    whole("if '*' is present, must not specify other resources without subresources")
  return errors
}
