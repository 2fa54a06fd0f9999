// Upstream: pkg/api/pod/util.go (GetValidationOptionsFromPodSpecAndMeta)

import type { Pod, PodSpec, PodTemplateSpec } from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { isEnvVarName, isRelaxedEnvVarName } from '../../../apimachinery/validation/keys.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateLocalNonReservedPath } from '../core/paths.ts'
import { isHugePageDivisible, isHugePageResource } from '../core/resource-list.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validatePodAffinityTermSelector } from './affinity.ts'
import { deletionCostIsValid } from './deletion-cost.ts'
import { podDialect } from './dialect.ts'
import * as inUse from './fields-in-use.ts'
import { validateMatchLabelKeys, validateSeparateMatchLabelKeys } from './match-label-keys.ts'
import { hasInvalidLabelValue } from './node-affinity-values.ts'
import { validateHostSysctl } from './sysctls.ts'
import type { PodValidationOptions } from './validation-options.ts'
import { allContainers } from './visit.ts'

/** The options of validating a pod; `old` is the stored pod of an update. */
export const podOptions = (server: ServerContext, pod: Pod, old?: Pod): PodValidationOptions =>
  optionsFor(server, pod, old, true)
/** The options of validating a pod template; `old` is the stored template of an update. */
export const templateOptions = (
  server: ServerContext,
  template: PodTemplateSpec | undefined,
  old?: PodTemplateSpec,
): PodValidationOptions => optionsFor(server, template ?? {}, old, false)

const root = FieldPath.root

function optionsFor(
  server: ServerContext,
  now: PodTemplateSpec,
  before: PodTemplateSpec | undefined,
  resourceIsPod: boolean,
): PodValidationOptions {
  const { gates } = server
  const { minor } = server.release
  const old = before?.spec
  const release = podDialect(minor)
  const on = (gate: string): boolean => gateEnabled(gates, gate)
  const merge =
    on('MatchLabelKeysInPodTopologySpread') && on('MatchLabelKeysInPodTopologySpreadSelectorMerge')
  const legacy = release.keepsInvalidMatchLabelKeys && on('MatchLabelKeysInPodTopologySpread') && !merge
  const spreads = old?.topologySpreadConstraints ?? []
  return {
    server,
    minor,
    resourceIsPod,
    strictIPs: on('StrictIPCIDRValidation'),
    allowPrivileged: server.allowPrivileged ?? false,
    allowInvalidPodDeletionCost:
      !gateEnabled(gates, 'PodDeletionCost') ||
      (before !== undefined && !deletionCostIsValid(before.metadata?.annotations)),
    allowHostIPsField: gateEnabled(gates, 'PodHostIPs'),
    allowDownwardAPIHugePages: on('DownwardAPIHugePages') || inUse.hugePagesInDownwardAPI(old),
    allowWindowsHostProcessField: on('WindowsHostProcessContainers') || inUse.hostProcess(old),
    allowInvalidLabelValueInSelector: inUse
      .podAffinityTerms(old)
      .some((term) => validatePodAffinityTermSelector(term, false, root, minor).length > 0),
    allowInvalidLabelValueInRequiredNodeAffinity: hasInvalidLabelValue(old, minor),
    allowIndivisibleHugePagesValues: usesIndivisibleHugePages(old),
    allowInvalidTopologySpreadConstraintLabelSelector: spreads.some(
      (s) => validateLabelSelector(s.labelSelector, {}, root, minor).length > 0,
    ),
    allowNonLocalProjectedTokenPath: !release.checksTokenPaths || hasNonLocalTokenPath(old),
    allowNamespacedSysctlsForHostNetAndHostIPC:
      !release.checksHostSysctls ||
      (old?.securityContext?.sysctls ?? []).some(
        (s) => validateHostSysctl(s.name ?? '', old!, root).length > 0,
      ),
    allowRelaxedEnvironmentVariableValidation:
      on('RelaxedEnvironmentVariableValidation') || usesRelaxedNames(now.spec, old),
    allowRelaxedDNSSearchValidation:
      on('RelaxedDNSSearchValidation') ||
      (old?.dnsConfig?.searches ?? []).some((s) => s === '.' || s.includes('_')),
    allowPodLifecycleSleepActionZeroValue:
      on('PodLifecycleSleepActionAllowZero') || (release.knowsZeroSleep && inUse.zeroSleep(old)),
    allowOnlyRecursiveSELinuxChangePolicy: !on('SELinuxMount') && !inUse.seLinuxChangePolicy(old),
    podLevelResourcesEnabled: on('PodLevelResources'),
    allowSidecarResizePolicy:
      release.takesSidecarResizePolicy && (on('InPlacePodVerticalScaling') || inUse.sidecarResizePolicy(old)),
    mergeMatchLabelKeysInTopologySpread: merge,
    oldPodViolatesMatchLabelKeys:
      merge &&
      spreads.some(
        (s) => validateMatchLabelKeys(root, s.matchLabelKeys ?? [], [], s.labelSelector, minor).length > 0,
      ),
    oldPodViolatesLegacyMatchLabelKeys:
      legacy &&
      spreads.some(
        (s) =>
          validateSeparateMatchLabelKeys(root, s.matchLabelKeys ?? [], s.labelSelector, minor).length > 0,
      ),
    allowEnvFilesValidation: on('EnvFiles') || inUse.fileKeyRef(old),
    allowContainerRestartPolicyRules:
      on('ContainerRestartRules') || (release.knowsRestartRules && inUse.containerRestartRules(old)),
    allowRestartAllContainers: on('RestartAllContainersOnContainerExits') || inUse.restartAllContainers(old),
    allowRestartContainerForNonSidecarInitContainer:
      !release.checksInitContainerResizePolicy || inUse.restartContainerOfInitContainer(old),
    allowUserNamespacesWithVolumeDevices:
      !release.refusesVolumeDevicesOfUserNamespaces ||
      (old?.hostUsers === false && allContainers(old).some((c) => (c.volumeDevices?.length ?? 0) > 0)),
    allowUserNamespacesHostNetworkSupport:
      on('UserNamespacesHostNetworkSupport') || (old?.hostUsers === false && old.hostNetwork === true),
    allowTaintTolerationComparisonOperators:
      on('TaintTolerationComparisonOperators') ||
      (old?.tolerations ?? []).some((t) => t.operator === 'Lt' || t.operator === 'Gt'),
  }
}

function usesIndivisibleHugePages(spec: PodSpec | undefined): boolean {
  const lists = [
    ...allContainers(spec).flatMap((c) => [c.resources?.limits, c.resources?.requests]),
    spec?.overhead,
  ]
  return lists.some((list) =>
    Object.keys(list ?? {}).some(
      (name) => isHugePageResource(name) && !isHugePageDivisible(name, getOwn(list, name) ?? ''),
    ),
  )
}

function hasNonLocalTokenPath(spec: PodSpec | undefined): boolean {
  const sources = (spec?.volumes ?? []).flatMap((v) => v.projected?.sources ?? [])
  return sources.some(
    (s) =>
      s.serviceAccountToken &&
      validateLocalNonReservedPath(s.serviceAccountToken.path ?? '', root).length > 0,
  )
}

/** A name that only the relaxed rule allows may stay where the stored pod has it. */
function usesRelaxedNames(spec: PodSpec | undefined, old: PodSpec | undefined): boolean {
  const names = (s: PodSpec | undefined): Set<string> =>
    new Set(
      allContainers(s).flatMap((c) => [
        ...(c.env ?? []).map((e) => e.name ?? ''),
        ...(c.envFrom ?? []).map((e) => e.prefix ?? ''),
      ]),
    )
  const before = names(old)
  return [...names(spec)].some(
    (name) => before.has(name) && isEnvVarName(name).length > 0 && isRelaxedEnvVarName(name).length === 0,
  )
}
