// Upstream: apiserver/pkg/audit/policy/reader.go, apiserver/pkg/apis/audit/validation/validation.go

import { aggregateText, type FieldError, FieldPath, field } from '../../apimachinery/field-error.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { nameIsDNSSubdomain } from '../../apimachinery/validation/names.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { auditLevels, auditStages } from '../audit/event.ts'
import type { GroupResources, Policy, PolicyRule } from '../audit/policy.ts'
import { StartupError } from './startup-error.ts'

const apiVersion = 'audit.k8s.io/v1'

const types: GoTypes = {
  'io.k8s.apiserver.audit.v1': {
    group: 'audit.k8s.io',
    version: 'v1',
    name: 'v1',
    kinds: ['Policy'],
    types: {
      Policy: [
        ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
        'metadata ObjectMeta ~apimachinery.pkg.apis.meta.v1.ObjectMeta o',
        'rules Rules []PolicyRule',
        'omitStages OmitStages []string o',
        'omitManagedFields OmitManagedFields bool o',
      ],
      PolicyRule: [
        'level Level string',
        'users Users []string o',
        'userGroups UserGroups []string o',
        'verbs Verbs []string o',
        'resources Resources []GroupResources o',
        'namespaces Namespaces []string o',
        'nonResourceURLs NonResourceURLs []string o',
        'omitStages OmitStages []string o',
        'omitManagedFields OmitManagedFields *bool o',
      ],
      GroupResources: [
        'group Group string o',
        'resources Resources []string o',
        'resourceNames ResourceNames []string o',
      ],
    },
  },
}

/** The text of a file of --audit-policy-file. Throws a {@link StartupError} with upstream's text. */
export function parseAuditPolicy(
  text: string,
  { path, minor, warn }: { path: string; minor: number; warn?: (text: string) => void },
): Policy {
  try {
    return checked(text, minor, warn)
  } catch (error) {
    throw new StartupError(`loading audit policy file: ${(error as Error).message}: from file ${path}`, {
      cause: error,
    })
  }
}

function checked(text: string, minor: number, warn: (text: string) => void = () => {}): Policy {
  const policy = decoded(text, minor, warn)
  const errors = validatePolicy(policy)
  if (errors.length > 0) throw new Error(aggregateText(errors))
  if (policy.rules.length === 0) throw new Error('loaded illegal policy with 0 rules')
  return policy
}

function decoded(text: string, minor: number, warn: (text: string) => void): Policy {
  if (text.trim() === '') throw new NoVersion()
  try {
    return decode(text, minor, warn)
  } catch (error) {
    if (error instanceof NoVersion) throw error
    throw new Error(`failed decoding: ${(error as Error).message}`, { cause: error })
  }
}

/** The version of the type that a document without one is read as. */
const internal = 'audit.k8s.io/__internal'

class NoVersion extends Error {
  constructor() {
    super(`unknown group version field ${internal}, Kind=Policy in policy`)
  }
}

function decode(text: string, minor: number, warn: (text: string) => void): Policy {
  const document = readDocument(text, { apiVersion: internal, kind: '' })
  const { apiVersion: version = '', kind = '' } = document
  if (version === internal && kind === 'Policy') throw new NoVersion()
  if (version === apiVersion && kind === 'Event')
    throw new Error('converting (v1.Event) to (audit.Policy): unknown conversion')
  if ((version !== '' && version !== apiVersion) || (kind !== '' && kind !== 'Policy'))
    throw new Error(notRegistered(kind, version, minor))
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), types)
  const { value, strictErrors } = scheme.decode(apiVersion, 'Policy', document.value)
  const strict = [...document.strictErrors, ...strictErrors]
  if (strict.length > 0)
    warn(
      `Audit policy contains errors, falling back to lenient decoding: strict decoding error: ${strict.join(', ')}`,
    )
  const policy = value as unknown as Policy
  return { ...policy, rules: policy.rules ?? [] }
}

function validatePolicy({ rules, omitStages = [] }: Policy): FieldError[] {
  const path = FieldPath.of('rules')
  return [
    ...validateStages(omitStages, FieldPath.of('omitStages')),
    ...rules.flatMap((rule, i) => validateRule(rule, path.index(i))),
  ]
}

function validateRule(rule: PolicyRule, path: FieldPath): FieldError[] {
  const { nonResourceURLs = [], resources = [], namespaces = [], omitStages = [] } = rule
  const urls = path.child('nonResourceURLs')
  return [
    ...validateLevel(rule.level, path.child('level')),
    ...nonResourceURLs.flatMap((url, i) => validateURL(url, urls.index(i))),
    ...resources.flatMap((one) => validateResources(one, path.child('resources'))),
    ...validateStages(omitStages, path.child('omitStages')),
    ...(nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)
      ? [
          field.invalid(
            urls,
            nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        ]
      : []),
  ]
}

function validateLevel(level: string | undefined, path: FieldPath): FieldError[] {
  if (level === undefined || level === '') return [field.required(path, '')]
  return (auditLevels as readonly string[]).includes(level)
    ? []
    : [field.notSupported(path, level, auditLevels)]
}

function validateURL(url: string, path: FieldPath): FieldError[] {
  if (url === '*') return []
  return [
    ...(url.startsWith('/')
      ? []
      : [field.invalid(path, url, "non-resource URL rules must begin with a '/' character")]),
    ...(url.slice(0, -1).includes('*')
      ? [field.invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule")]
      : []),
  ]
}

function validateResources(
  { group = '', resources = [], resourceNames = [] }: GroupResources,
  path: FieldPath,
): FieldError[] {
  const wrong = group === '' || group === '*' ? [] : nameIsDNSSubdomain(group, false)
  return [
    ...(wrong.length > 0 ? [field.invalid(path.child('group'), group, wrong.join(','))] : []),
    ...(resourceNames.length > 0 && resources.length === 0
      ? [
          field.invalid(
            path.child('resourceNames'),
            resourceNames,
            'using resourceNames requires at least one resource',
          ),
        ]
      : []),
  ]
}

const validateStages = (stages: readonly string[], path: FieldPath): FieldError[] =>
  stages.flatMap((stage, i) =>
    (auditStages as readonly string[]).includes(stage)
      ? []
      : [field.invalid(path.index(i), stage, `allowed stages are ${auditStages.join(',')}`)],
  )
