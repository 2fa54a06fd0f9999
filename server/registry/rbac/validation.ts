// Upstream: pkg/apis/rbac/validation/validation.go
import type { PolicyRule, RoleRef, Subject } from '../../../api/rbac-v1.ts'
import {
  eachFinding,
  type FieldError,
  FieldPath,
  field,
  type Literal,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isObject, type KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'

/** The API group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.k8s.io'

/** rbac/v1 RoleRef. */
export type RoleRefFields = RoleRef
/** rbac/v1 Subject. */
export type SubjectFields = Subject
/** Names of roles and bindings are segments of a path. */
export function validateRBACName(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter((c) => name.includes(c)).map((c) => `may not contain '${c}'`)
}

const size = (list: readonly unknown[] | undefined): number => list?.length ?? 0
/** A list of texts as messages show it: JSON or Go's own form. */
const shown = (list: readonly string[], minor: number): Literal => badValue(list, '[]string', minor)

function validateRule(rule: PolicyRule, namespaced: boolean, path: FieldPath, minor: number): FieldError[] {
  const errors: FieldError[] = []
  if (size(rule.verbs) === 0)
    errors.push(field.required(path.child('verbs'), 'verbs must contain at least one value'))
  if (size(rule.nonResourceURLs) > 0) {
    const [at, value] = [path.child('nonResourceURLs'), shown(rule.nonResourceURLs!, minor)]
    if (namespaced)
      errors.push(field.invalid(at, value, 'namespaced rules cannot apply to non-resource URLs'))
    if (size(rule.apiGroups) + size(rule.resources) + size(rule.resourceNames) > 0)
      errors.push(
        field.invalid(at, value, 'rules cannot apply to both regular resources and non-resource URLs'),
      )
    return errors
  }
  if (size(rule.apiGroups) === 0)
    errors.push(field.required(path.child('apiGroups'), 'resource rules must supply at least one api group'))
  if (size(rule.resources) === 0)
    errors.push(field.required(path.child('resources'), 'resource rules must supply at least one resource'))
  return errors
}

/** The errors of a Role, or of a ClusterRole where `namespaced` is false. */
export function validateRole(role: KubeObject, namespaced: boolean, minor: number): FieldError[] {
  const rules = (role['rules'] as PolicyRule[] | null | undefined) ?? []
  const errors = eachFinding(rules, (rule, i) =>
    validateRule(rule, namespaced, FieldPath.of('rules').index(i), minor),
  )
  const aggregation = role['aggregationRule']
  if (
    !namespaced &&
    isObject(aggregation) &&
    size(aggregation['clusterRoleSelectors'] as unknown[] | undefined) === 0
  )
    errors.push(
      field.required(
        FieldPath.of('aggregationRule', 'clusterRoleSelectors'),
        'at least one clusterRoleSelector required if aggregationRule is non-nil',
      ),
    )
  return errors
}

/** The role that a binding refers to; without fields where it is missing. */
export const roleRefOf = (binding: KubeObject): RoleRefFields =>
  (binding['roleRef'] as RoleRefFields | undefined) ?? {}
/** The subjects of a binding; none where the field is absent. */
export const subjectsOf = (binding: KubeObject): SubjectFields[] =>
  (binding['subjects'] as SubjectFields[] | null | undefined) ?? []

/** The errors of a RoleBinding, or of a ClusterRoleBinding where `namespaced` is false. */
export function validateBinding(binding: KubeObject, namespaced: boolean): FieldError[] {
  const { apiGroup = '', kind = '', name = '' } = roleRefOf(binding)
  const path = FieldPath.of('roleRef')
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']
  const errors: FieldError[] = []
  if (apiGroup !== rbacGroup) errors.push(field.notSupported(path.child('apiGroup'), apiGroup, [rbacGroup]))
  if (!kinds.includes(kind)) errors.push(field.notSupported(path.child('kind'), kind, kinds))
  if (name === '') errors.push(field.required(path.child('name'), ''))
  else for (const text of validateRBACName(name)) errors.push(field.invalid(path.child('name'), name, text))
  return [
    ...errors,
    ...eachFinding(subjectsOf(binding), (s, i) =>
      validateSubject(s, namespaced, FieldPath.of('subjects').index(i)),
    ),
  ]
}

function validateSubject(subject: SubjectFields, namespaced: boolean, path: FieldPath): FieldError[] {
  const { kind = '', apiGroup = '', name = '', namespace = '' } = subject
  const errors: FieldError[] = []
  if (name === '') errors.push(field.required(path.child('name'), ''))
  if (kind === 'ServiceAccount') {
    if (name !== '')
      for (const text of nameIsDNSSubdomain(name, false))
        errors.push(field.invalid(path.child('name'), name, text))
    if (apiGroup !== '') errors.push(field.notSupported(path.child('apiGroup'), apiGroup, ['']))
    if (!namespaced && namespace === '') errors.push(field.required(path.child('namespace'), ''))
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== rbacGroup) errors.push(field.notSupported(path.child('apiGroup'), apiGroup, [rbacGroup]))
  } else errors.push(field.notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group']))
  return errors
}

/** The error of an updated binding: its role cannot change. */
export function validateRoleRefChange(binding: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const [now, before] = [roleRefOf(binding), roleRefOf(old)]
  if (now.apiGroup === before.apiGroup && now.kind === before.kind && now.name === before.name) return []
  return [field.invalid('roleRef', badValue(now, 'rbac.RoleRef', minor), 'cannot change roleRef')]
}
