// Upstream: cmd/kube-apiserver/app/options/validation.go, pkg/controlplane/apiserver/options/validation.go
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { optionsDialect } from './dialect.ts'

/** The error of --apiserver-count. */
export function validateServerCount(flags: FlagValues): string[] {
  const count = flags.number('apiserver-count', 1)
  return count > 0 ? [] : [`--apiserver-count should be a positive number, but value '${count}' provided`]
}

/** The errors of --kubernetes-service-node-port. */
export function validateServiceNodePort(flags: FlagValues): string[] {
  const port = flags.number('kubernetes-service-node-port')
  const { base, size } = flags.portRange('service-node-port-range')
  const errors: string[] = []
  if (port < 0 || port > 65535)
    errors.push(
      `--kubernetes-service-node-port ${port} must be between 0 and 65535, inclusive. If 0, the Kubernetes master service will be of type ClusterIP`,
    )
  if (port > 0 && (port < base || port >= base + size))
    errors.push(`kubernetes service node port range ${base}-${base + size - 1} doesn't contain ${port}`)
  return errors
}

/** The errors of the flags of identity leases, which were up to 1.25. */
export const validateServerIdentity = (flags: FlagValues): string[] =>
  [['identity-lease-duration-seconds', 3600] as const, ['identity-lease-renew-interval-seconds', 10] as const]
    .map(([flag, usual]) => ({ flag, value: flags.number(flag, usual) }))
    .filter(({ value }) => value <= 0)
    .map(({ flag, value }) => `--${flag} should be a positive number, but value '${value}' provided`)

/** A gate that needs another, until gates could say so themselves. */
export function validateProxyGate(flags: FlagValues, gates: FeatureGateReader, minor: number): string[] {
  const [gate, needed] = ['UnknownVersionInteroperabilityProxy', 'StorageVersionAPI']
  const { checksProxyGate, peerFlagsNeedGate } = optionsDialect(minor)
  if (gateEnabled(gates, gate))
    return !checksProxyGate || gateEnabled(gates, needed)
      ? []
      : [`${gate} feature requires ${needed} feature flag to be enabled`]
  if (!peerFlagsNeedGate) return []
  return ['peer-ca-file', 'peer-advertise-ip', 'peer-advertise-port']
    .filter((flag) => flags.string(flag) !== '')
    .map((flag) => `--${flag} requires ${gate} feature to be turned on`)
}

/** The errors of the times in which servers elect the one that elects. A release without the flags has none. */
export function validateCoordinatedLeadership(flags: FlagValues): string[] {
  const [lease, renewal, retry] = ['lease-duration', 'renew-deadline', 'retry-period'].map(
    (name) => `coordinated-leadership-${name}`,
  ) as [string, string, string]
  if (!flags.defined(lease)) return []
  const least = (flag: string, than: string): string[] =>
    flags.duration(flag) > flags.duration(than) ? [] : [`--${flag} must be greater than --${than}`]
  return [...least(lease, renewal), ...least(renewal, retry)]
}

const hour = 3_600_000

/** Tokens of service accounts live for an hour at least; 0: the default. Upstream: cmd/kube-apiserver/app/options/completion.go */
export function tokenExpirationError(flags: FlagValues): string | undefined {
  const most = flags.duration('service-account-max-token-expiration')
  return most === 0 || (most >= hour && most <= 2 ** 32 * 1000)
    ? undefined
    : 'the service-account-max-token-expiration must be between 1 hour and 2^32 seconds'
}
