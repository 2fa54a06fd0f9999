// Upstream: pkg/controlplane/apiserver/options/validation.go, cmd/kube-apiserver/app/options/validation.go
import { metricsFlagErrors } from '../../apimachinery/scheme/metrics-flags.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import type { KubeGlobals } from '../../component-base/kube-globals.ts'
import type { PlanExtension } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { registeredVersions } from '../endpoints/discovery/registered-versions.ts'
import { completeRuntimeConfig, validateRuntimeConfig } from '../endpoints/discovery/runtime-config.ts'
import { optionsDialect } from './dialect.ts'
import { type ServiceCIDR, validateServiceCIDRs } from './service-cidrs.ts'
import {
  validateAdmission,
  validateAuthorization,
  validatePriorityAndFairness,
  validateTokenRequests,
} from './validate-access-options.ts'
import { validateAudit } from './validate-audit.ts'
import {
  type AuthenticationContext,
  validateAuthentication,
  validateSigningEndpoint,
} from './validate-authentication.ts'
import { validateCloudProvider } from './validate-cloud.ts'
import {
  validateCoordinatedLeadership,
  validateProxyGate,
  validateServerCount,
  validateServerIdentity,
  validateServiceNodePort,
} from './validate-controlplane-options.ts'
import { validateRunOptions, validateServing, validateStorage } from './validate-run-options.ts'

/** The release, addresses and plan that a command line results in, for checks of its flags. */
export interface OptionsContext extends AuthenticationContext {
  readonly release: Release
  readonly globals: KubeGlobals
  readonly extension: PlanExtension
  readonly serviceCIDRs: readonly ServiceCIDR[]
  readonly advertiseAddress: string
}

/** The errors of all flags, in upstream's order. */
export function validateOptions(parsed: ParsedFlags, context: OptionsContext): string[] {
  const { values: flags, set: given } = parsed
  const { release, globals, extension, serviceCIDRs: cidrs } = context
  const { gates } = globals
  const { takesWideRangesWithDualWrite, validatesRunOptions } = optionsDialect(release.minor)
  const wide =
    gateEnabled(gates, 'MultiCIDRServiceAllocator') &&
    (takesWideRangesWithDualWrite || gateEnabled(gates, 'DisableAllocatorDualWrite'))
  const run = validatesRunOptions ? [...validateRunOptions(flags), ...globals.validate(flags)] : []
  const runtime = completeRuntimeConfig(flags.map('runtime-config'))
  return [
    ...run,
    ...validateServerCount(flags),
    ...validateStorage(flags, given, release.minor),
    ...validateServiceNodePort(flags),
    ...validatePriorityAndFairness(flags, gates, release.minor),
    ...validateServing(flags),
    ...validateAuthentication(parsed, context),
    ...validateAuthorization(flags, given, context),
    ...validateAudit(flags),
    ...validateAdmission(parsed, release.minor, extension.removedAdmissionPlugins),
    ...validateRuntimeConfig(runtime, registeredVersions(release), release.minor),
    ...aggregationError(runtime, release.minor),
    ...validateTokenRequests(flags, given),
    ...metricsFlagErrors(flags, release.minor, context.readFile),
    ...validateServerIdentity(flags),
    ...validateProxyGate(flags, gates, release.minor),
    ...validateSigningEndpoint(flags, context),
    ...validateCoordinatedLeadership(flags),
    ...validateCloudProvider(flags, gates, release.minor),
    ...validateServiceCIDRs(flags.string('service-cluster-ip-range'), cidrs, wide),
    ...familyErrors(cidrs[0]!, context),
  ]
}

/** The error where the Service CIDR and the advertised address are of different IP families. */
function familyErrors(
  { v6, text }: ServiceCIDR,
  { minor, advertiseAddress }: Pick<OptionsContext, 'minor' | 'advertiseAddress'>,
): string[] {
  if (v6 === advertiseAddress.includes(':')) return []
  const frame = optionsDialect(minor).bootstrapsServices ? 'error creating bootstrap controller: ' : ''
  return [
    `${frame}service IP family ${JSON.stringify(text)} must match public address family ${JSON.stringify(advertiseAddress)}`,
  ]
}

/** The aggregator's own API is needed; it stays off with `api/ga=false` too. */
function aggregationError(runtime: ReadonlyMap<string, string>, minor: number): string[] {
  const key = 'apiregistration.k8s.io/v1'
  const value = runtime.get(key) ?? runtime.get('api/ga') ?? 'true'
  return optionsDialect(minor).needsAggregation && value === 'false'
    ? [`API group/version ${key} must be enabled`]
    : []
}
