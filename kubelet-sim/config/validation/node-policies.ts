// Taints, topology, shutdown, swap and restarts.
// Upstream: pkg/kubelet/apis/config/validation/validation.go

import type { Taint } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { goType } from '../../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../../apimachinery/go-print/plain.ts'
import { isQualifiedName, isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { isTaintEffect } from '../../options/parse-taints.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import { nanoseconds } from '../kubelet-configuration.ts'
import { type Check, type CheckContext, invalid } from './check.ts'

const serverTLS: Check = ({ serverTLSBootstrap }, { gates }) =>
  serverTLSBootstrap === true && !gateEnabled(gates, 'RotateKubeletServerCertificate')
    ? [invalid('serverTLSBootstrap true requires feature gate RotateKubeletServerCertificate')]
    : []

const runOnce: Check = ({ runOnce: once }, { minor }) =>
  kubeletConfigDialect(minor).refusesRunOnce && once === true
    ? [invalid('runOnce (--runOnce) true, Runonce mode has been deprecated and should not be set')]
    : []

const isBadTaint = ({ key = '', value, effect }: Taint, minor: number): boolean =>
  isQualifiedName(key, minor).length > 0 ||
  (value ? isValidLabelValue(value, minor).length > 0 : false) ||
  (effect ? !isTaintEffect(effect) : false)

const taints: Check = ({ registerWithTaints = [] }, { minor }) =>
  registerWithTaints.flatMap((taint) => {
    const { timeAdded } = taint
    const shown = goPlain(taint, goType('core/v1.Taint', minor))
    return [
      ...(isBadTaint(taint, minor) ? [`invalid taint: ${shown}`] : []),
      ...(timeAdded === undefined ? [] : [invalid('taint.TimeAdded is not nil')]),
    ]
  })

const topologyPolicies = ['none', 'best-effort', 'restricted', 'single-numa-node']
const needsTopologyManager = (
  field: string,
  given: boolean,
  { minor, gates }: CheckContext,
  value: string,
): string[] =>
  given && kubeletConfigDialect(minor).topologyNeedsGate && !gateEnabled(gates, 'TopologyManager')
    ? [invalid(`${field} ${value} requires feature gate TopologyManager`)]
    : []

const topology: Check = (
  { topologyManagerPolicy: policy = '', topologyManagerScope: scope = '' },
  context,
) => [
  ...needsTopologyManager('topologyManagerPolicy', policy !== 'none', context, policy),
  ...(topologyPolicies.includes(policy)
    ? []
    : [
        invalid(
          `topologyManagerPolicy (--topology-manager-policy) ${goQuote(policy)} must be one of: [${topologyPolicies.map((p) => goQuote(p)).join(' ')}]`,
        ),
      ]),
  ...needsTopologyManager('topologyManagerScope', scope !== 'container', context, scope),
  ...(scope === 'container' || scope === 'pod'
    ? []
    : [
        invalid(
          `topologyManagerScope (--topology-manager-scope) ${goQuote(scope)} must be one of: "container", or "pod"`,
        ),
      ]),
]

const atLeastSecond = (name: string, text: string): string[] => {
  const period = nanoseconds(text)
  return period < 0 || (period > 0 && period < 1e9)
    ? [invalid(`${name} {${text}} must be either zero or otherwise >= 1 sec`)]
    : []
}

const shutdown: Check = (config, { gates }) => {
  const { shutdownGracePeriod: all = '0s', shutdownGracePeriodCriticalPods: critical = '0s' } = config
  const byPriority = (config.shutdownGracePeriodByPodPriority?.length ?? 0) > 0
  const given = nanoseconds(all) > 0 || nanoseconds(critical) > 0
  const graceful = gateEnabled(gates, 'GracefulNodeShutdown')
  const prioritized = gateEnabled(gates, 'GracefulNodeShutdownBasedOnPodPriority')
  const errors: string[] = []
  if (graceful) {
    if (nanoseconds(critical) > nanoseconds(all))
      errors.push(
        invalid(`shutdownGracePeriodCriticalPods {${critical}} must be <= shutdownGracePeriod {${all}}`),
      )
    errors.push(
      ...atLeastSecond('shutdownGracePeriod', all),
      ...atLeastSecond('shutdownGracePeriodCriticalPods', critical),
    )
  } else if (given) {
    errors.push(
      invalid(
        'specifying shutdownGracePeriod or shutdownGracePeriodCriticalPods requires feature gate GracefulNodeShutdown',
      ),
    )
  }
  if (prioritized && byPriority && given)
    errors.push(
      invalid(
        'Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time',
      ),
    )
  if (!prioritized && byPriority)
    errors.push(
      invalid(
        'Specifying shutdownGracePeriodByPodPriority requires feature gate GracefulNodeShutdownBasedOnPodPriority',
      ),
    )
  return errors
}

const swap: Check = ({ memorySwap }, { minor, gates }) => {
  const behavior = memorySwap?.swapBehavior ?? ''
  if (!gateEnabled(gates, 'NodeSwap'))
    return behavior === ''
      ? []
      : [invalid('memorySwap.swapBehavior cannot be set when NodeSwap feature flag is disabled')]
  const { names, text } = kubeletConfigDialect(minor).swapBehaviors
  return behavior === '' || names.includes(behavior)
    ? []
    : [invalid(`memorySwap.swapBehavior ${goQuote(behavior)} must be one of: ${text}`)]
}

const crashLoop: Check = ({ crashLoopBackOff }, { gates }) => {
  const period = crashLoopBackOff?.maxContainerRestartPeriod
  if (!gateEnabled(gates, 'KubeletCrashLoopBackOffMax'))
    return period === undefined
      ? []
      : [
          invalid(
            'FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set',
          ),
        ]
  if (period === undefined)
    return [
      invalid(
        'FeatureGate KubeletCrashLoopBackOffMax is enabled, CrashLoopBackOff.MaxContainerRestartPeriod must be set',
      ),
    ]
  const seconds = nanoseconds(period) / 1e9
  const whole = Math.trunc(seconds * 1000)
  return whole < 1000 || whole > 300_000
    ? [
        invalid(
          `CrashLoopBackOff.MaxContainerRestartPeriod (got: ${seconds} seconds) must be set between 1s and 300s`,
        ),
      ]
    : []
}

/** The checks of taints, topology, shutdown, swap and restarts. Errors are told in this order. */
export const nodePolicies: readonly Check[] = [
  serverTLS,
  runOnce,
  taints,
  topology,
  shutdown,
  swap,
  crashLoop,
]
