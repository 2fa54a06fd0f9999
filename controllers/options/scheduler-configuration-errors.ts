// What kube-scheduler finds wrong in its configuration file.
// Upstream: pkg/scheduler/apis/config/validation/validation.go
// Deviates: arguments of plugins are decoded, and not validated; nor is it looked whether there is a plugin of a name.

import { errorText, type FieldError, FieldPath, field, Literal } from '../../apimachinery/field-error.ts'
import { isExtendedResource } from '../../apimachinery/resource-names.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { validationDialect } from '../../apimachinery/validation/dialect.ts'
import { isQualifiedName } from '../../apimachinery/validation/label-names.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { controllerOptionsDialect } from './dialect.ts'
import { type LeaderElectionOptions, leaderElectionErrors } from './leader-election-options.ts'
import { profilesOf, type SchedulerFile, type SchedulerProfile } from './scheduler-configuration.ts'

/** The texts of all errors, in upstream's order. @param election with the flags of leader election laid over */
export function schedulerFileErrors(
  file: SchedulerFile,
  election: LeaderElectionOptions,
  minor: number,
): string[] {
  const burst = file.clientConnection?.burst ?? 0
  const { onlyLeases } = controllerOptionsDialect(minor)
  const lock = election.resourceLock
  const [first, most] = [file.podInitialBackoffSeconds ?? 1, file.podMaxBackoffSeconds ?? 10]
  const parallelism = file.parallelism ?? 16
  return [
    ...told(burst < 0, field.invalid('clientConnection.burst', burst, 'must be non-negative')),
    ...leaderElectionErrors(election, minor),
    ...told(
      onlyLeases && election.leaderElect && lock !== 'leases',
      field.invalid('leaderElection.resourceLock', lock, 'resourceLock value must be "leases"'),
    ),
    ...told(
      parallelism <= 0,
      field.invalid('parallelism', parallelism, 'should be an integer value greater than zero'),
    ),
    ...profileErrors(file, minor),
    ...percentageErrors(FieldPath.of('percentageOfNodesToScore'), file.percentageOfNodesToScore),
    ...told(first <= 0, field.invalid('podInitialBackoffSeconds', first, 'must be greater than 0')),
    ...told(
      most < first,
      field.invalid(
        'podMaxBackoffSeconds',
        most,
        'must be greater than or equal to PodInitialBackoffSeconds',
      ),
    ),
    ...extenderErrors(file.extenders ?? [], minor),
  ]
}

const told = (isWrong: boolean, error: FieldError): string[] => (isWrong ? [errorText(error)] : [])

const percentageErrors = (path: FieldPath, percentage: number | undefined): string[] =>
  told(
    percentage !== undefined && (percentage < 0 || percentage > 100),
    field.invalid(path, percentage, 'not in valid range [0-100]'),
  )

function profileErrors(file: SchedulerFile, minor: number): string[] {
  const path = FieldPath.of('profiles')
  const profiles = profilesOf(file)
  const seen = new Set<string>()
  return profiles.flatMap((profile, i) => {
    const name = profile.schedulerName ?? ''
    const at = path.index(i)
    const errors = [
      ...told(name === '', field.required(at.child('schedulerName'), '')),
      ...percentageErrors(at.child('percentageOfNodesToScore'), profile.percentageOfNodesToScore),
      ...pluginErrors(at, file.apiVersion, profile, minor),
      ...told(seen.has(name), field.duplicate(at.child('schedulerName'), pathValue(minor))),
    ]
    seen.add(name)
    return errors
  })
}

/** @note Upstream gives the path of the other profile as the value: a pointer to a struct without exported fields. */
const pathValue = (minor: number): Literal =>
  new Literal(() =>
    validationDialect(minor).printsValuesAsJSON
      ? '{}'
      : 'field.Path{name:"schedulerName", index:"", parent:(*field.Path)(0xc000000000)}',
  )

/** The points of a profile that upstream looks at for plugins that are gone. */
const points = [
  ...['preEnqueue', 'queueSort', 'preFilter', 'filter', 'postFilter', 'preScore'],
  ...['score', 'reserve', 'permit', 'preBind', 'bind', 'postBind'],
]

function pluginErrors(
  path: FieldPath,
  apiVersion: string,
  profile: SchedulerProfile,
  minor: number,
): string[] {
  const gone = controllerOptionsDialect(minor).goneSchedulerPlugins
  const version = 'kubescheduler.config.k8s.io/v1'
  const isGone = (name: string): boolean => apiVersion === version && gone.includes(name)
  const why = `was invalid in version ${goQuote(parseApiVersion(version).version)} (KubeSchedulerConfiguration is version ${goQuote(apiVersion)})`
  const enabled = points.flatMap((point) =>
    (profile.plugins?.[point]?.enabled ?? []).flatMap(({ name }, i) =>
      told(isGone(name), field.invalid(path.child('plugins', point, 'enabled').index(i), name, why)),
    ),
  )
  const seen = new Set<string>()
  const configured = (profile.pluginConfig ?? []).flatMap(({ name }, i) => {
    const at = path.child('pluginConfig').index(i)
    const errors = [
      ...told(seen.has(name), field.duplicate(at, name)),
      ...told(isGone(name), field.invalid(at, name, why)),
    ]
    seen.add(name)
    return errors
  })
  return [...enabled, ...configured]
}

function extenderErrors(extenders: NonNullable<SchedulerFile['extenders']>, minor: number): string[] {
  const path = FieldPath.of('extenders')
  const seen = new Set<string>()
  const own = extenders.flatMap(({ prioritizeVerb = '', weight = 0, managedResources = [] }, i) => [
    ...told(
      prioritizeVerb !== '' && weight <= 0,
      field.invalid(path.index(i).child('weight'), weight, 'must have a positive weight applied to it'),
    ),
    ...managedResources.flatMap(({ name }, j) => {
      const at = path.index(i).child('managedResources').index(j).child('name')
      const errors = [
        ...resourceErrors(at, name, minor),
        ...told(seen.has(name), field.invalid(at, name, 'duplicate extender managed resource name')),
      ]
      seen.add(name)
      return errors
    }),
  ])
  const binders = extenders.filter(({ bindVerb = '' }) => bindVerb !== '').length
  const many = field.invalid(
    path,
    `found ${binders} extenders implementing bind`,
    'only one extender can implement bind',
  )
  return [...own, ...told(binders > 1, many)]
}

function resourceErrors(path: FieldPath, name: string, minor: number): string[] {
  const unqualified = isQualifiedName(name, minor)
  if (unqualified.length > 0) return unqualified.map((why) => errorText(field.invalid(path, name, why)))
  return told(
    !isExtendedResource(name, minor),
    field.invalid(path, name, 'is an invalid extended resource name'),
  )
}
