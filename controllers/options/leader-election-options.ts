// Upstream: staging/src/k8s.io/component-base/config (types.go, options/leaderelectionconfig.go, validation/validation.go)
import { errorText, FieldPath, field } from '../../apimachinery/field-error.ts'
import { badValue } from '../../apimachinery/go-print/bad-value.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import type { KubeGlobals } from '../../component-base/kube-globals.ts'
import type { ControlPlaneComponent } from './control-plane-flags.ts'
import { controllerOptionsDialect } from './dialect.ts'

/** Whether and how a component elects its leader. Times are milliseconds. */
export interface LeaderElectionOptions {
  leaderElect: boolean
  leaseDuration: number
  renewDeadline: number
  retryPeriod: number
  resourceLock: string
  resourceName: string
  resourceNamespace: string
}

/** The versions that a candidate tells those who choose a leader: `1.36.3`, and `1.35.0` where it emulates that. */
export interface ElectionVersions {
  binary: string
  emulation: string
}

/** The versions of a component's flags. */
export function electionVersions({
  effectiveVersion,
}: Pick<KubeGlobals, 'effectiveVersion'>): ElectionVersions {
  const { binary, emulation } = effectiveVersion
  return {
    binary: `${binary.major}.${binary.minor}.${binary.patch}`,
    emulation: `${emulation.major}.${emulation.minor}.0`,
  }
}

/** The leader election of a component without flags and configuration files. */
export const defaultLeaderElection = (component: ControlPlaneComponent): LeaderElectionOptions => ({
  leaderElect: true,
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 2000,
  resourceLock: 'leases',
  resourceName: component,
  resourceNamespace: 'kube-system',
})

/** The options with the values of flags that the command line sets. */
export function withLeaderElectionFlags(
  options: LeaderElectionOptions,
  { values, set }: Pick<ParsedFlags, 'values' | 'set'>,
): LeaderElectionOptions {
  const own = <T>(flag: string, value: T, otherwise: T): T =>
    set.has(`leader-elect${flag}`) ? value : otherwise
  const ms = (flag: string): number => values.duration(`leader-elect${flag}`)
  const text = (flag: string): string => values.string(`leader-elect${flag}`)
  return {
    leaderElect: own('', values.bool('leader-elect'), options.leaderElect),
    leaseDuration: own('-lease-duration', ms('-lease-duration'), options.leaseDuration),
    renewDeadline: own('-renew-deadline', ms('-renew-deadline'), options.renewDeadline),
    retryPeriod: own('-retry-period', ms('-retry-period'), options.retryPeriod),
    resourceLock: own('-resource-lock', text('-resource-lock'), options.resourceLock),
    resourceName: own('-resource-name', text('-resource-name'), options.resourceName),
    resourceNamespace: own('-resource-namespace', text('-resource-namespace'), options.resourceNamespace),
  }
}

const path = FieldPath.of('leaderElection')

/** The errors of a configuration file's leader election. */
export function leaderElectionErrors(options: LeaderElectionOptions, minor: number): string[] {
  if (!options.leaderElect) return []
  const { sameLeaseAndRenewal, leaseTooShort, requiresNames } = controllerOptionsDialect(minor)
  const { leaseDuration, renewDeadline } = options
  const invalid = (name: string, ms: number, why: string): string =>
    errorText(field.invalid(path.child(name), badValue(formatDuration(ms), 'v1.Duration', minor), why))
  const positive = (['leaseDuration', 'renewDeadline', 'retryPeriod'] as const)
    .filter((name) => options[name] <= 0)
    .map((name) => invalid(name, options[name], 'must be greater than zero'))
  const tooShort = leaseDuration < renewDeadline || (leaseDuration === renewDeadline && !sameLeaseAndRenewal)
  const missing = (['resourceLock', 'resourceNamespace', 'resourceName'] as const)
    .filter((name) => options[name] === '')
    .map((name) =>
      errorText(
        requiresNames
          ? field.required(path.child(name), '')
          : field.invalid(path.child(name), '', `${name} is required`),
      ),
    )
  return [
    ...positive,
    ...(tooShort ? [invalid('leaseDuration', renewDeadline, leaseTooShort)] : []),
    ...missing,
  ]
}

/** Why there can be no lock of this kind; undefined: there can. Upstream: client-go/tools/leaderelection/resourcelock/interface.go */
export function resourceLockError(
  { resourceLock }: LeaderElectionOptions,
  minor: number,
): string | undefined {
  if (resourceLock === 'leases') return undefined
  const { locks } = controllerOptionsDialect(minor)
  // Deviates: of the locks that are two objects, only the Lease is held.
  if (!Object.hasOwn(locks, resourceLock)) return `Invalid lock-type ${resourceLock}`
  return locks[resourceLock as keyof typeof locks] || undefined
}
