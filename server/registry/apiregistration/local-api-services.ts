// Upstream: pkg/controlplane/apiserver/aggregator.go, kube-aggregator/pkg/controllers/autoregister/autoregister_controller.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { type Clock, toTime } from '../../../component-base/clock.ts'

const groupPriorities: Readonly<Record<string, number>> = {
  '': 18000,
  apps: 17800,
  'events.k8s.io': 17750,
  'authentication.k8s.io': 17700,
  'authorization.k8s.io': 17600,
  autoscaling: 17500,
  batch: 17400,
  'certificates.k8s.io': 17300,
  'networking.k8s.io': 17200,
  policy: 17100,
  'rbac.authorization.k8s.io': 17000,
  'storage.k8s.io': 16800,
  'apiextensions.k8s.io': 16700,
  'admissionregistration.k8s.io': 16700,
  'scheduling.k8s.io': 16600,
  'coordination.k8s.io': 16500,
  'node.k8s.io': 16300,
  'discovery.k8s.io': 16200,
  'resource.k8s.io': 16200,
  'flowcontrol.apiserver.k8s.io': 16100,
  'internal.apiserver.k8s.io': 16000,
  'storagemigration.k8s.io': 15800,
}

const usualVersions: Readonly<Record<string, number>> = { v1: 15, v1beta2: 15, v1beta1: 9, v1alpha1: 1 }
const versionPriorities: Readonly<Record<string, number>> = {
  '/v1': 1,
  'admissionregistration.k8s.io/v1alpha1': 9,
  'admissionregistration.k8s.io/v1beta1': 12,
  'autoscaling/v2': 30,
  'autoscaling/v2beta1': 9,
  'coordination.k8s.io/v1alpha1': 9,
  'coordination.k8s.io/v1alpha2': 12,
  'coordination.k8s.io/v1beta1': 13,
  'discovery.k8s.io/v1beta1': 12,
  'events.k8s.io/v1beta1': 5,
  'flowcontrol.apiserver.k8s.io/v1': 21,
  'flowcontrol.apiserver.k8s.io/v1beta1': 12,
  'flowcontrol.apiserver.k8s.io/v1beta3': 18,
  'internal.apiserver.k8s.io/v1alpha1': 9,
  'resource.k8s.io/v1': 21,
  'resource.k8s.io/v1alpha2': 9,
  'resource.k8s.io/v1alpha3': 1,
  'scheduling.k8s.io/v1alpha2': 2,
  'storagemigration.k8s.io/v1alpha1': 9,
}

/** The priorities that the server gives a group version of its own; undefined where it registers none. */
export const localPriority = (
  group: string,
  version: string,
): { group: number; version: number } | undefined =>
  Object.hasOwn(groupPriorities, group)
    ? {
        group: groupPriorities[group]!,
        version: versionPriorities[`${group}/${version}`] ?? usualVersions[version] ?? 1,
      }
    : undefined

/** The label of APIServices that the server keeps for its own groups. */
export const automanaged = 'kube-aggregator.kubernetes.io/automanaged'

/** The APIService that the server registers for a group version of its own; undefined where it registers none. */
export function localAPIService(group: string, version: string, clock: Clock): KubeObject | undefined {
  const priority = localPriority(group, version)
  if (priority === undefined) return undefined
  const { group: groupPriorityMinimum, version: versionPriority } = priority
  return availableService({ group, version, groupPriorityMinimum, versionPriority }, 'onstart', clock)
}

/** A group version of the server's own, as its APIService has it. */
export interface LocalGroupVersion {
  readonly group: string
  readonly version: string
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** The APIService of a group version that the server answers itself. @param managed how long it keeps it: `onstart` or `true` */
export function availableService(
  { group, version, groupPriorityMinimum, versionPriority }: LocalGroupVersion,
  managed: 'onstart' | 'true',
  clock: Clock,
): KubeObject {
  return {
    kind: 'APIService',
    apiVersion: 'apiregistration.k8s.io/v1',
    metadata: { name: `${version}.${group}`, labels: { [automanaged]: managed } },
    spec: { ...(group === '' ? {} : { group }), version, groupPriorityMinimum, versionPriority },
    status: {
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: toTime(clock.now()),
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    },
  }
}
