// THE table of what `kubectl describe` tells of a resource. One without a row is told by its content (generic.ts), with its events.
// Upstream: kubectl/pkg/describe/describe.go (describerMap)

import { describeAutoscaler } from './autoscaler.ts'
import { describeCertificateSigningRequest } from './certificate.ts'
import { describeClaim } from './claim.ts'
import * as config from './config.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import { describeGeneric } from './generic.ts'
import { describeIngress, describeIngressClass } from './ingress.ts'
import * as network from './network.ts'
import { describeNetworkPolicy } from './network-policy.ts'
import { describeNode } from './node.ts'
import { describePod } from './pod.ts'
import { describeRole, describeRoleBinding } from './rbac.ts'
import { describeService } from './service.ts'
import { describeServiceAccount } from './service-account.ts'
import * as storage from './storage.ts'
import * as work from './workload.ts'

interface DescribeRow {
  /** Of the minor releases that tell it so; others tell its content. */
  readonly isIn?: (minor: number) => boolean
  /** Default: the content. */
  readonly describe?: Describer
  /** False where the object's events are not shown. */
  readonly events?: false
}

const group = (name: string, rows: Readonly<Record<string, DescribeRow>>): [string, DescribeRow][] =>
  Object.entries(rows).map(([resource, row]) => [`${resource}.${name}`, row])

const resources: ReadonlyMap<string, DescribeRow> = new Map([
  ...group('', {
    configmaps: { describe: config.describeConfigMap },
    endpoints: { describe: network.describeEndpoints },
    limitranges: { describe: config.describeLimitRange, events: false },
    namespaces: { describe: config.describeNamespace, events: false },
    nodes: { describe: describeNode },
    persistentvolumes: { describe: storage.describePersistentVolume },
    persistentvolumeclaims: { describe: describeClaim },
    pods: { describe: describePod },
    replicationcontrollers: { describe: work.describeReplicaSet },
    resourcequotas: { describe: config.describeResourceQuota, events: false },
    secrets: { describe: config.describeSecret, events: false },
    serviceaccounts: { describe: describeServiceAccount },
    services: { describe: describeService },
  }),
  ...group('apps', {
    daemonsets: { describe: work.describeDaemonSet },
    deployments: { describe: work.describeDeployment },
    replicasets: { describe: work.describeReplicaSet },
    statefulsets: { describe: work.describeStatefulSet },
  }),
  ...group('autoscaling', {
    horizontalpodautoscalers: { describe: describeAutoscaler },
  }),
  ...group('batch', {
    cronjobs: { describe: work.describeCronJob },
    jobs: { describe: work.describeJob },
  }),
  ...group('certificates.k8s.io', {
    certificatesigningrequests: { describe: describeCertificateSigningRequest },
  }),
  ...group('discovery.k8s.io', {
    endpointslices: { describe: network.describeEndpointSlice },
  }),
  ...group('networking.k8s.io', {
    ingresses: { describe: describeIngress },
    ingressclasses: { describe: describeIngressClass },
    ipaddresses: {
      describe: network.describeIPAddress,
      isIn: (minor) => describeDialect(minor).ofIPAddresses,
    },
    networkpolicies: { describe: describeNetworkPolicy, events: false },
    servicecidrs: {
      describe: network.describeServiceCIDR,
      isIn: (minor) => describeDialect(minor).ofServiceCIDRs,
    },
  }),
  ...group('policy', {
    poddisruptionbudgets: { describe: network.describeDisruptionBudget },
  }),
  ...group('rbac.authorization.k8s.io', {
    clusterrolebindings: { describe: describeRoleBinding, events: false },
    clusterroles: { describe: describeRole, events: false },
    rolebindings: { describe: describeRoleBinding, events: false },
    roles: { describe: describeRole, events: false },
  }),
  ...group('scheduling.k8s.io', {
    priorityclasses: { describe: config.describePriorityClass },
  }),
  ...group('storage.k8s.io', {
    csinodes: { describe: storage.describeCSINode },
    storageclasses: { describe: storage.describeStorageClass },
    volumeattributesclasses: {
      describe: storage.describeVolumeAttributesClass,
      isIn: (minor) => describeDialect(minor).ofVolumeAttributesClasses,
    },
  }),
])

/** How the resource is told; `events`: whether its events are. */
export function describeRowOf(
  resource: { group: string; name: string },
  minor: number,
): {
  describe: Describer
  events: boolean
} {
  const row = resources.get(`${resource.name}.${resource.group}`)
  const { describe = describeGeneric, events = true } = row?.isIn?.(minor) === false ? {} : (row ?? {})
  return { describe, events }
}
