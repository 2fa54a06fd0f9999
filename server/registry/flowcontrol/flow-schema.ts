// Upstream: pkg/apis/flowcontrol/validation/validation.go (ValidateFlowSchema)
// Deviates: the specs of the schemas `exempt` and `catch-all` may be changed.

import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  ServiceAccountSubject,
  Subject,
} from '../../../api/flowcontrol-v1.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'

const specPath = FieldPath.of('spec')
const maxPrecedence = 10000

const invalidName = (path: FieldPath, name: string, texts: readonly string[], intro = ''): FieldError[] =>
  texts.map((text) => field.invalid(path, name, `${intro}${text}`))

/** The errors of a FlowSchema's spec. */
export function validateFlowSchemaSpec(name: string, spec: FlowSchemaSpec, minor: number): FieldError[] {
  const errors = validatePrecedence(name, spec.matchingPrecedence ?? 0)
  const method = spec.distinguisherMethod
  if (method != null && method.type !== 'ByNamespace' && method.type !== 'ByUser')
    errors.push(
      field.notSupported(
        specPath.child('distinguisherMethod', 'type'),
        badValue(method, '*flowcontrol.FlowDistinguisherMethod', minor),
        ['ByNamespace', 'ByUser'],
      ),
    )
  const level = spec.priorityLevelConfiguration?.name ?? ''
  const levelPath = specPath.child('priorityLevelConfiguration', 'name')
  if (level === '') errors.push(field.required(levelPath, 'must reference a priority level'))
  else errors.push(...invalidName(levelPath, level, nameIsDNSSubdomain(level, false)))
  const rules = specPath.child('rules')
  return [...errors, ...(spec.rules ?? []).flatMap((rule, i) => validateRule(rule, rules.index(i), minor))]
}

function validatePrecedence(name: string, precedence: number): FieldError[] {
  const wrong = (text: string): FieldError =>
    field.invalid(specPath.child('matchingPrecedence'), precedence, text)
  return [
    ...(precedence <= 0 ? [wrong('must be a positive value')] : []),
    ...(precedence > maxPrecedence ? [wrong(`must not be greater than ${maxPrecedence}`)] : []),
    ...(precedence === 1 && name !== 'exempt'
      ? [wrong("only the schema named 'exempt' may have matchingPrecedence 1")]
      : []),
  ]
}

function validateRule(rule: PolicyRulesWithSubjects, path: FieldPath, minor: number): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rule
  const subjects = rule.subjects ?? []
  return [
    ...(subjects.length === 0
      ? [field.required(path.child('subjects'), 'subjects must contain at least one value')]
      : subjects.flatMap((subject, i) => validateSubject(subject, path.child('subjects').index(i), minor))),
    ...(resourceRules.length === 0 && nonResourceRules.length === 0
      ? [field.required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')]
      : []),
    ...resourceRules.flatMap((one, i) =>
      validateResourceRule(one, path.child('resourceRules').index(i), minor),
    ),
    ...nonResourceRules.flatMap((one, i) =>
      validateNonResourceRule(one, path.child('nonResourceRules').index(i), minor),
    ),
  ]
}

/** The kinds of subjects, in the order that the fields of others are refused. */
const subjectFields = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const

function validateSubject(subject: Subject, path: FieldPath, minor: number): FieldError[] {
  const { kind = '' } = subject
  if (kind !== 'ServiceAccount' && kind !== 'User' && kind !== 'Group')
    return [field.notSupported(path.child('kind'), kind, ['Group', 'ServiceAccount', 'User'])]
  const own = subjectFields[kind]
  const others = Object.entries(subjectFields).filter(([, name]) => name !== own && subject[name] != null)
  return [
    ...validateOwnSubject(kind, subject, path.child(own), minor),
    ...others.map(([other, name]) =>
      field.forbidden(path.child(name), `${name} is forbidden when subject kind is not '${other}'`),
    ),
  ]
}

function validateOwnSubject(
  kind: keyof typeof subjectFields,
  subject: Subject,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const name = subjectFields[kind]
  const own = subject[name]
  if (own == null) return [field.required(path, `${name} is required when subject kind is '${kind}'`)]
  if (kind === 'ServiceAccount') return validateServiceAccount(own, path, minor)
  return own.name ? [] : [field.required(path.child('name'), '')]
}

function validateServiceAccount(
  { name, namespace }: ServiceAccountSubject,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  if (!name) errors.push(field.required(path.child('name'), ''))
  else if (name !== '*')
    errors.push(...invalidName(path.child('name'), name, nameIsDNSSubdomain(name, false)))
  const at = path.child('namespace')
  if (!namespace) return [...errors, field.required(at, 'must specify namespace for service account')]
  return [...errors, ...invalidName(at, namespace, nameIsDNSLabel(namespace, false, minor))]
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

function validateVerbs(own: readonly string[], path: FieldPath, minor: number): FieldError[] {
  const at = path.child('verbs')
  if (own.length === 0) return [field.required(at, 'verbs must contain at least one value')]
  if (own.includes('*')) return onlyWildcard(own, at, 'verbs', minor)
  return own.every((verb) => verbs.includes(verb))
    ? []
    : [field.notSupported(at, badValue(own, '[]string', minor), verbs)]
}

const onlyWildcard = (own: readonly string[], path: FieldPath, what: string, minor: number): FieldError[] =>
  own.length > 1 && own.includes('*')
    ? [
        field.invalid(
          path,
          badValue(own, '[]string', minor),
          `if '*' is present, must not specify other ${what}`,
        ),
      ]
    : []

function validateResourceRule(rule: ResourcePolicyRule, path: FieldPath, minor: number): FieldError[] {
  const some = (name: 'apiGroups' | 'resources', one: string, many: string): FieldError[] => {
    const own = rule[name] ?? []
    return own.length === 0
      ? [field.required(path.child(name), `resource rules must supply at least one ${one}`)]
      : onlyWildcard(own, path.child(name), many, minor)
  }
  return [
    ...validateVerbs(rule.verbs ?? [], path, minor),
    ...some('apiGroups', 'api group', 'api groups'),
    ...some('resources', 'resource', 'resources'),
    ...validateNamespaces(rule, path.child('namespaces'), minor),
  ]
}

function validateNamespaces(rule: ResourcePolicyRule, path: FieldPath, minor: number): FieldError[] {
  const namespaces = rule.namespaces ?? []
  if (namespaces.length === 0 && rule.clusterScope !== true) {
    const text = 'resource rules that are not cluster scoped must supply at least one namespace'
    return [field.required(path, text)]
  }
  if (namespaces.includes('*')) return onlyWildcard(namespaces, path, 'namespaces', minor)
  const intro = "each member of this list must be '*' or a DNS-1123 label; "
  return namespaces.flatMap((namespace, i) =>
    invalidName(path.index(i), namespace, nameIsDNSLabel(namespace, false, minor), intro),
  )
}

function validateNonResourceRule(rule: NonResourcePolicyRule, path: FieldPath, minor: number): FieldError[] {
  const urls = rule.nonResourceURLs ?? []
  const at = path.child('nonResourceURLs')
  const errors = validateVerbs(rule.verbs ?? [], path, minor)
  if (urls.length === 0)
    return [...errors, field.required(at, 'nonResourceURLs must contain at least one value')]
  if (urls.includes('*')) return [...errors, ...onlyWildcard(urls, at, 'non-resource URLs', minor)]
  return [
    ...errors,
    ...urls.flatMap((url, i) => {
      const wrong = urlError(url)
      return wrong === undefined ? [] : [field.invalid(at.index(i), url, wrong)]
    }),
  ]
}

function urlError(url: string): string | undefined {
  if (url === '') return 'must not be empty'
  if (url === '/') return undefined
  if (!url.startsWith('/')) return 'must start with slash'
  if (url.includes(' ')) return 'must not contain white-space'
  if (url.includes('//')) return 'must not contain double slash'
  const wildcards = url.split('*').length - 1
  return wildcards > 1 || (wildcards === 1 && !url.endsWith('/*'))
    ? 'wildcard can only do suffix matching'
    : undefined
}
