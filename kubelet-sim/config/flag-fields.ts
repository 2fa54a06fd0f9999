// Which field of KubeletConfiguration each flag sets. Upstream: cmd/kubelet/app/options/options.go (AddKubeletConfigFlags)

import type { Taint } from '../../api/core-v1.ts'
import { setOwn } from '../../apimachinery/json.ts'
import { modulesOf } from '../../apimachinery/scheme/logging-flags.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import { formatDuration } from '../../component-base/go/duration.ts'
import { parseTaints } from '../options/parse-taints.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'

/** Flags whose field is not the flag's own name in camel case. */
const renamed: Readonly<Record<string, string>> = {
  'anonymous-auth': 'authentication.anonymous.enabled',
  'authentication-token-webhook': 'authentication.webhook.enabled',
  'authentication-token-webhook-cache-ttl': 'authentication.webhook.cacheTTL',
  'authorization-mode': 'authorization.mode',
  'authorization-webhook-cache-authorized-ttl': 'authorization.webhook.cacheAuthorizedTTL',
  'authorization-webhook-cache-unauthorized-ttl': 'authorization.webhook.cacheUnauthorizedTTL',
  'cgroups-per-qos': 'cgroupsPerQOS',
  'client-ca-file': 'authentication.x509.clientCAFile',
  'cluster-dns': 'clusterDNS',
  'contention-profiling': 'enableContentionProfiling',
  'cpu-cfs-quota': 'cpuCFSQuota',
  'cpu-cfs-quota-period': 'cpuCFSQuotaPeriod',
  'event-qps': 'eventRecordQPS',
  'fail-cgroupv1': 'failCgroupV1',
  'image-gc-high-threshold': 'imageGCHighThresholdPercent',
  'image-gc-low-threshold': 'imageGCLowThresholdPercent',
  'kube-api-burst': 'kubeAPIBurst',
  'kube-api-content-type': 'contentType',
  'kube-api-qps': 'kubeAPIQPS',
  'log-flush-frequency': 'logging.flushFrequency',
  'log-json-info-buffer-size': 'logging.options.json.infoBufferSize',
  'log-json-split-stream': 'logging.options.json.splitStream',
  'log-text-info-buffer-size': 'logging.options.text.infoBufferSize',
  'log-text-split-stream': 'logging.options.text.splitStream',
  'logging-format': 'logging.format',
  'make-iptables-util-chains': 'makeIPTablesUtilChains',
  'manifest-url': 'staticPodURL',
  'manifest-url-header': 'staticPodURLHeader',
  'minimum-image-ttl-duration': 'imageMinimumGCAge',
  'oom-score-adj': 'oomScoreAdj',
  'pod-cidr': 'podCIDR',
  'pod-manifest-path': 'staticPodPath',
  'pod-max-pids': 'podPidsLimit',
  'provider-id': 'providerID',
  'registry-qps': 'registryPullQPS',
  'reserved-cpus': 'reservedSystemCPUs',
  'rotate-server-certificates': 'serverTLSBootstrap',
  runonce: 'runOnce',
  v: 'logging.verbosity',
  vmodule: 'logging.vmodule',
  'http-check-frequency': 'httpCheckFrequency',
  'qos-reserved': 'qosReserved',
  'register-with-taints': 'registerWithTaints',
}

/** Flags with a field of their own name. */
const sameName = new Set(
  `address allowed-unsafe-sysctls cgroup-driver cgroup-root cluster-domain container-log-max-files container-log-max-size
  container-runtime-endpoint cpu-manager-policy cpu-manager-policy-options cpu-manager-reconcile-period
  enable-controller-attach-detach enable-debugging-handlers enable-server enforce-node-allocatable event-burst eviction-hard
  eviction-max-pod-grace-period eviction-minimum-reclaim eviction-pressure-transition-period eviction-soft
  eviction-soft-grace-period fail-swap-on feature-gates file-check-frequency hairpin-mode healthz-bind-address healthz-port
  image-service-endpoint iptables-drop-bit iptables-masquerade-bit kernel-memcg-notification kube-reserved
  kube-reserved-cgroup kubelet-cgroups local-storage-capacity-isolation max-open-files max-pods memory-manager-policy
  node-status-max-images node-status-update-frequency pods-per-core port protect-kernel-defaults read-only-port
  register-node registry-burst reserved-memory resolv-conf rotate-certificates runtime-request-timeout
  serialize-image-pulls streaming-connection-idle-timeout sync-frequency system-cgroups system-reserved
  system-reserved-cgroup tls-cert-file tls-cipher-suites tls-min-version tls-private-key-file topology-manager-policy
  topology-manager-policy-options topology-manager-scope volume-plugin-dir volume-stats-agg-period`.split(
    /\s+/,
  ),
)

/** Durations are milliseconds in flags and Go's text in the configuration. */
const durationFlags = /-(frequency|timeout|period|ttl|ttl-duration)$|^cpu-cfs-quota-period$/

const camelCase = (flag: string): string =>
  flag.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The configuration's field for a flag: `registryPullQPS` for `registry-qps`; undefined for flags without one. */
export const fieldOfFlag = (flag: string): string | undefined =>
  Object.hasOwn(renamed, flag) ? renamed[flag] : sameName.has(flag) ? camelCase(flag) : undefined

/** Upstream: pkg/util/flag ReservedMemoryVar: `0:memory=1Gi;1:…`, one item for each reservation. */
function reservedMemory(items: readonly string[]): { numaNode: number; limits: Record<string, string> }[] {
  return items.map((item) => {
    const [node = '', limits = ''] = item.split(':')
    const byName: Record<string, string> = {}
    for (const limit of limits.split(',')) {
      const [name = '', amount = ''] = limit.split('=')
      byName[name] = amount
    }
    return { numaNode: Number(node), limits: byName }
  })
}

function flagValue(flag: string, flags: ParsedFlags, minor: number): unknown {
  if (flag === 'register-with-taints') return taintsOf(flags, minor)
  if (flag === 'reserved-memory') return reservedMemory(flags.values.strings(flag))
  if (flag === 'vmodule') return modulesOf(flags.values.strings(flag))
  const value = flags.values.get(flag)
  if (typeof value === 'number' && durationFlags.test(flag)) return formatDuration(value)
  return value instanceof Map ? Object.fromEntries(value) : value
}

/** @note Only the last --register-with-taints counts. */
const taintsOf = (flags: ParsedFlags, minor: number): Taint[] =>
  parseTaints(flags.given.get('register-with-taints')!.at(-1)!, minor)

/** The configuration with the flags of the command line laid over; gates are merged, everything else is replaced. */
export function withFlags(
  config: KubeletConfiguration,
  flags: ParsedFlags,
  minor: number,
): KubeletConfiguration {
  const result = structuredClone(config)
  for (const flag of flags.set) {
    const path = fieldOfFlag(flag)?.split('.')
    if (path === undefined) continue
    const last = path.pop()!
    let target = result as Record<string, unknown>
    for (const name of path) {
      target[name] ??= {}
      target = target[name] as Record<string, unknown>
    }
    const value = flagValue(flag, flags, minor)
    if (flag !== 'feature-gates') setOwn(target, last, value)
    else setOwn(target, last, { ...result.featureGates, ...(value as Record<string, boolean>) })
  }
  resetStreams(result, flags)
  return result
}

/** @note These two flags are bound to the file's fields with a default of false, and so the file says nothing. */
function resetStreams({ logging }: KubeletConfiguration, { set }: ParsedFlags): void {
  for (const format of ['json', 'text'] as const) {
    const options = logging?.options?.[format]
    if (options?.splitStream === true && !set.has(`log-${format}-split-stream`)) options.splitStream = false
  }
}
