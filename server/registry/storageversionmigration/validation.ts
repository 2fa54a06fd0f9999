// Upstream: pkg/apis/storagemigration/validation/validation.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { type AnyCondition, type ConditionTraits, validateConditions } from '../core/meta-conditions.ts'
import { registryDialect } from '../dialect.ts'

interface Resource {
  group?: string
  version?: string
  resource?: string
}

interface Status {
  resourceVersion?: string
  conditions?: AnyCondition[] | null
}

const resourceOf = (object: KubeObject): Resource =>
  (object['spec'] as { resource?: Resource } | undefined)?.resource ?? {}
const statusOf = (object: KubeObject): Status => (object['status'] ?? {}) as Status

const specPath = FieldPath.of('spec')
const resourcePath = specPath.child('resource')
const statusPath = FieldPath.of('status')
const conditionsPath = statusPath.child('conditions')
/** Up to 1.34 the path of the time is that of another field. */
const oldConditions = (minor: number): ConditionTraits => ({
  time: 'lastUpdateTime',
  missing: registryDialect(minor).saysThatConditionsMustBeSet ? 'must be set' : '',
})

/** The errors of a migration's resource. */
export function validateMigration(object: KubeObject, minor: number): FieldError[] {
  const { group = '', version = '', resource = '' } = resourceOf(object)
  if (registryDialect(minor).migratesVersions)
    return [
      ...(resource === '' ? [field.required(resourcePath.child('resource'), 'resource is required')] : []),
      ...(version === '' ? [field.required(resourcePath.child('version'), 'version is required')] : []),
    ]
  const wrong = (name: string, value: string, texts: string[]): FieldError[] =>
    texts.length === 0 ? [] : [field.invalid(resourcePath.child(name), value, texts.join(','))]
  return [
    ...(resource === ''
      ? [field.required(resourcePath.child('resource'), 'resource is required to be set')]
      : wrong('resource', resource, isDNS1035Label(resource))),
    ...(group === '' ? [] : wrong('group', group, isDNS1123Subdomain(group))),
  ]
}

/** The errors of a migration that is to be about another resource. @note Up to 1.34 paths lack spec.resource. */
export function validateMigrationUpdate(object: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const [next, before] = [resourceOf(object), resourceOf(old)]
  if (registryDialect(minor).migratesVersions)
    return (['group', 'version', 'resource'] as const).flatMap((name) =>
      validateImmutableField(next[name] ?? '', before[name] ?? '', FieldPath.of(name)),
    )
  const shown = ({ group = '', resource = '' }: Resource) => ({ Resource: { group, resource } })
  return validateImmutableField(shown(next), shown(before), specPath)
}

/** The errors of a migration's status. */
export function validateMigrationStatus(object: KubeObject, old: KubeObject, minor: number): FieldError[] {
  const { migratesVersions, migrationsRunAlone } = registryDialect(minor)
  const [status, before] = [statusOf(object), statusOf(old)]
  const { conditions } = status
  const type = migratesVersions ? '[]storagemigration.MigrationCondition' : '[]v1.Condition'
  const holds = ({ conditions: all }: Status, name: string): boolean =>
    (all ?? []).find((one) => one.type === name)?.status === 'True'
  const wrong = (is: boolean, text: string): FieldError[] =>
    is ? [field.invalid(conditionsPath, badValue(conditions ?? null, type, minor), text)] : []
  const [succeeded, failed, running] = ['Succeeded', 'Failed', 'Running'].map((name) => holds(status, name))
  return [
    ...validateResourceVersion(status, minor),
    ...validateConditions(conditions, conditionsPath, minor, migratesVersions ? oldConditions(minor) : {}),
    ...resourceVersionKept(status, before, minor),
    ...wrong(succeeded! && failed!, 'Both success and failed conditions cannot be true at the same time'),
    ...wrong(
      migrationsRunAlone && succeeded! && running!,
      'Running condition cannot be true when success condition is true',
    ),
    ...wrong(
      migrationsRunAlone && failed! && running!,
      'Running condition cannot be true when failed condition is true',
    ),
    ...wrong(
      holds(before, 'Succeeded') && !succeeded,
      'Success condition cannot be set to false once it is true',
    ),
    ...wrong(holds(before, 'Failed') && !failed, 'Failed condition cannot be set to false once it is true'),
  ]
}

function validateResourceVersion({ resourceVersion: version = '' }: Status, minor: number): FieldError[] {
  const path = statusPath.child('resourceVersion')
  const { migratesVersions, migratesFromNowhere } = registryDialect(minor)
  if (version === '' && migratesFromNowhere) return []
  if (!migratesVersions)
    return /^[1-9]\d*$/.test(version)
      ? []
      : [field.invalid(path, version, `resource version is not well formed: ${version}`)]
  if (!/^[+-]?\d+$/.test(version))
    return [
      field.invalid(
        path,
        version,
        `failed to parse resource version ${JSON.stringify(version)}: strconv.ParseInt: parsing ${JSON.stringify(version)}: invalid syntax`,
      ),
    ]
  return Number(version) < 0
    ? [field.invalid(path, Number(version), 'must be greater than or equal to 0')]
    : []
}

function resourceVersionKept(
  { resourceVersion = '' }: Status,
  { resourceVersion: before = '' }: Status,
  minor: number,
): FieldError[] {
  if (before === '' || before === resourceVersion) return []
  const text = registryDialect(minor).migratesVersions
    ? 'resourceVersion cannot be updated'
    : 'field is immutable'
  return [field.invalid(statusPath.child('resourceVersion'), resourceVersion, text)]
}
