// What kube-controller-manager finds wrong in its options.
// Upstream: cmd/kube-controller-manager/app/options, k8s.io/controller-manager/options/generic.go

import { metricsFlagErrors } from '../../apimachinery/scheme/metrics-flags.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { parseCIDR } from '../../component-base/go/net.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import type { Logger } from '../../component-base/klog.ts'
import { requestHeaderErrors } from '../../component-base/request-header-flags.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { servingErrors } from './control-plane-flags.ts'
import { controllerOptionsDialect } from './dialect.ts'

/** The texts of all errors, in upstream's order. */
export function controllerManagerErrors(values: FlagValues, context: ErrorContext): string[] {
  const { minor, readFile } = context
  return [
    ...genericErrors(values, minor),
    ...attachDetachErrors(values, minor),
    ...signingErrors(values),
    ...positive(values, 'concurrent-daemonset-syncs', controllerOptionsDialect(minor).judgesDaemonSetSyncs),
    ...moreThanNone(values, 'concurrent-device-taint-eviction-syncs', 'greater than zero'),
    ...moreThanNone(values, 'concurrent-resourceclaim-syncs', 'larger than 0'),
    ...positive(values, 'concurrent-statefulset-syncs'),
    ...between(values, 'concurrent-service-endpoint-syncs', 1, 50),
    ...between(values, 'max-endpoints-per-slice', 1, 1000),
    ...between(values, 'mirroring-concurrent-service-endpoint-syncs', 1, 50),
    ...between(values, 'mirroring-max-endpoints-per-subset', 1, 1000),
    ...positive(values, 'concurrent-ephemeralvolume-syncs'),
    ...positive(values, 'concurrent-horizontal-pod-autoscaler-syncs'),
    ...positive(values, 'concurrent-job-syncs'),
    ...positive(values, 'concurrent-cron-job-syncs'),
    ...rangeErrors(values),
    ...denylistErrors(values, minor),
    ...servingErrors(values),
    ...requestHeaderErrors(values, context),
    ...metricsFlagErrors(values, minor, readFile),
    ...cloudErrors(values, minor),
  ]
}

/** The gates, release, log and files that the checks need beside the flags. */
export interface ErrorContext {
  gates: FeatureGateReader
  minor: number
  logger: Logger
  /** Reads a file as text; throws where it cannot be read. */
  readFile: (path: string) => string
}

/** The error of a lock that is no Lease. */
export function lockErrors(values: FlagValues, { minor }: Pick<ErrorContext, 'minor'>): string[] {
  const { onlyLeases } = controllerOptionsDialect(minor)
  const locks =
    onlyLeases && values.bool('leader-elect') && values.string('leader-elect-resource-lock') !== 'leases'
  return locks ? ['resourceLock value must be "leases"'] : []
}

function genericErrors(values: FlagValues, minor: number): string[] {
  const { controllers } = controllerOptionsDialect(minor)
  const unknown = values
    .strings('controllers')
    .filter((name) => name !== '*')
    .map((name) => name.replace(/^-/, ''))
    .filter((name) => !controllers.includes(name))
    .map((name) => `${goQuote(name)} is not in the list of known controllers`)
  return [...lockErrors(values, { minor }), ...unknown]
}

const second = 1000
const attachDetachErrors = (values: FlagValues, minor: number): string[] =>
  controllerOptionsDialect(minor).judgesReconcilePeriod &&
  values.duration('attach-detach-reconcile-sync-period') < second
    ? [
        'duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
      ]
    : []

/** What upstream calls the files of each signer, and the flags' own name of it. */
const signers = [
  ['cluster-signing-kubelet-serving', 'kubelet-serving'],
  ['cluster-signing-kube-apiserver-client', 'kubelet-client'],
  ['cluster-signing-kube-apiserver', 'kube-apiserver-client'],
  ['cluster-signing-legacy-unknown', 'legacy-unknown'],
] as const

function signingErrors(values: FlagValues): string[] {
  const has = (file: string): boolean => values.string(`cluster-signing-${file}-file`) !== ''
  const incomplete = signers.flatMap(([shown, name]) => {
    const [cert, key] = [has(`${name}-cert`), has(`${name}-key`)]
    if (cert === key) return []
    return [`"${shown}": cannot specify ${cert ? 'cert without key' : 'key without cert'}`]
  })
  const single = has('cert') || has('key')
  const some = signers.some(([, name]) => has(`${name}-cert`) || has(`${name}-key`))
  const both =
    'cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time'
  return [...incomplete, ...(single && some ? [both] : [])]
}

/** The number of a flag; undefined in releases that do not have the flag. */
const given = (values: FlagValues, flag: string): number | undefined =>
  values.names().includes(flag) ? values.number(flag) : undefined

function positive(values: FlagValues, flag: string, judged = true): string[] {
  const value = given(values, flag)
  return judged && value !== undefined && value < 1
    ? [`${flag} must be greater than 0, but got ${value}`]
    : []
}

/** Flags whose errors have words of their own. */
function moreThanNone(values: FlagValues, flag: string, words: string): string[] {
  const value = given(values, flag)
  return value !== undefined && value <= 0 ? [`${flag} must be ${words}, got ${value}`] : []
}

/** Upstream: cmd/kube-controller-manager/app/options/options.go (Validate), k8s.io/cloud-provider/plugins.go */
function cloudErrors(values: FlagValues, minor: number): string[] {
  if (!controllerOptionsDialect(minor).cloudsAreExternal) return []
  const [provider, allocator] = [values.string('cloud-provider'), values.string('cidr-allocator-type')]
  return [
    ...(provider !== '' && provider !== 'external'
      ? [
          `cloud provider ${goQuote(provider)} was specified, but built-in cloud providers are disabled. Please set --cloud-provider=external and migrate to an external cloud provider`,
        ]
      : []),
    ...(allocator !== '' && allocator !== 'RangeAllocator'
      ? [`built-in cloud providers are disabled. The ipam ${allocator} is not available`]
      : []),
  ]
}

function between(values: FlagValues, flag: string, least: number, most: number): string[] {
  const value = given(values, flag)
  if (value === undefined) return []
  if (value < least) return [`${flag} must not be less than ${least}, but got ${value}`]
  return value > most ? [`${flag} must not be more than ${most}, but got ${value}`] : []
}

/** Upstream: cmd/kube-controller-manager/app/options/persistentvolumebindercontroller.go */
function denylistErrors(values: FlagValues, minor: number): string[] {
  const { denylistError } = controllerOptionsDialect(minor)
  if (denylistError === undefined) return []
  const cidrs = values.strings('volume-host-cidr-denylist')
  const bad = cidrs.findIndex((cidr) => !isCIDR(cidr))
  const title = 'bad --volume-host-ip-denylist/--volume-host-allow-local-loopback'
  return bad < 0 ? [] : [`${title} ${denylistError(cidrs[bad]!, bad)}`]
}

function isCIDR(text: string): boolean {
  try {
    parseCIDR(text, { sloppy: true })
    return true
  } catch {
    return false
  }
}

const rangeErrors = (values: FlagValues): string[] =>
  values.string('service-cluster-ip-range').split(',').length > 2
    ? ['--service-cluster-ip-range can not contain more than two entries']
    : []
