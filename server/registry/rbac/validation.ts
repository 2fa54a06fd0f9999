// Upstream: pkg/apis/rbac/validation/validation.go
import type { LabelSelector } from '../../../api/meta-v1.ts'
import type { ClusterRole, PolicyRule, RoleRef, Subject } from '../../../api/rbac-v1.ts'
import {
  eachFinding,
  type FieldError,
  FieldPath,
  field,
  type Literal,
} from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { parsedSelector } from '../apps/template.ts'

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

/** The errors of a Role, or of a ClusterRole where `namespaced` is false. `old`: the stored role of an update. */
export function validateRole(
  role: KubeObject,
  namespaced: boolean,
  minor: number,
  old?: KubeObject,
): FieldError[] {
  const rules = (role['rules'] as PolicyRule[] | null | undefined) ?? []
  const errors = eachFinding(rules, (rule, i) =>
    validateRule(rule, namespaced, FieldPath.of('rules').index(i), minor),
  )
  return namespaced
    ? errors
    : [...errors, ...validateAggregation(role as ClusterRole, old as ClusterRole | undefined, minor)]
}

const selectorsPath = FieldPath.of('aggregationRule', 'clusterRoleSelectors')
const selectorsOf = ({ aggregationRule }: ClusterRole): readonly LabelSelector[] =>
  aggregationRule?.clusterRoleSelectors ?? []

function validateAggregation(role: ClusterRole, old: ClusterRole | undefined, minor: number): FieldError[] {
  if (role.aggregationRule == null) return []
  const selectors = selectorsOf(role)
  if (selectors.length === 0)
    return [
      field.required(
        selectorsPath,
        'at least one clusterRoleSelector required if aggregationRule is non-nil',
      ),
    ]
  const allowInvalidLabelValueInSelector =
    old !== undefined &&
    selectorsOf(old).some((one) => validateLabelSelector(one, {}, selectorsPath, minor).length > 0)
  return eachFinding(selectors, (selector, i) => [
    ...validateLabelSelector(selector, { allowInvalidLabelValueInSelector }, selectorsPath.index(i), minor),
    // Upstream prints the selector that it could not parse, which is nil.
    ...(parsedSelector(selector, minor) === undefined
      ? [
          field.invalid(
            selectorsPath.index(i),
            badValue(undefined, '*v1.LabelSelector', minor),
            'invalid label selector.',
          ),
        ]
      : []),
  ])
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
