// Upstream: pkg/apis/storagemigration/validation/validation.go
import { type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { validateQualifiedName } from '../core/names.ts'
import { registryDialect } from '../dialect.ts'

interface Resource {
  group?: string
  version?: string
  resource?: string
}

interface Condition {
  type?: string
  status?: string
  lastUpdateTime?: string | null
  lastTransitionTime?: string | null
  observedGeneration?: number
  reason?: string
}

interface Status {
  resourceVersion?: string
  conditions?: Condition[] | null
}

const resourceOf = (object: KubeObject): Resource =>
  (object['spec'] as { resource?: Resource } | undefined)?.resource ?? {}
const statusOf = (object: KubeObject): Status => (object['status'] ?? {}) as Status

const specPath = FieldPath.of('spec')
const resourcePath = specPath.child('resource')
const statusPath = FieldPath.of('status')
const conditionsPath = statusPath.child('conditions')

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
    ...validateConditions(conditions ?? [], minor),
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

const statuses = ['False', 'True', 'Unknown']
const reasonFormat = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/
const badReason =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"

function validateConditions(conditions: readonly Condition[], minor: number): FieldError[] {
  const isRepeated = repeats()
  return conditions.flatMap((one, i) => [
    ...(isRepeated(one.type ?? '')
      ? [field.duplicate(conditionsPath.index(i).child('type'), one.type ?? '')]
      : []),
    ...validateCondition(one, conditionsPath.index(i), minor),
  ])
}

function validateCondition(condition: Condition, path: FieldPath, minor: number): FieldError[] {
  const { migratesVersions } = registryDialect(minor)
  const missing = migratesVersions ? 'must be set' : ''
  const { type = '', status = '', reason = '', observedGeneration = 0 } = condition
  const time = migratesVersions ? condition.lastUpdateTime : condition.lastTransitionTime
  return [
    ...validateQualifiedName(type, path.child('type'), minor),
    ...(statuses.includes(status) ? [] : [field.notSupported(path.child('status'), status, statuses)]),
    ...(observedGeneration < 0
      ? [
          field.invalid(
            path.child('observedGeneration'),
            observedGeneration,
            'must be greater than or equal to zero',
          ),
        ]
      : []),
    // Up to 1.34 the path is that of another field.
    ...(time == null ? [field.required(path.child('lastTransitionTime'), missing)] : []),
    ...(reason === ''
      ? [field.required(path.child('reason'), missing)]
      : reasonFormat.test(reason)
        ? []
        : [field.invalid(path.child('reason'), reason, badReason)]),
  ]
}
