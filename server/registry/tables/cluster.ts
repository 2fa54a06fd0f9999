// Upstream: pkg/printers/internalversion/printers.go, k8s.io/kube-aggregator pkg/registry/apiservice/etcd/etcd.go
import type { JsonValue } from '../../../apimachinery/json.ts'
import { age, at, conditionOf, firstThree, int, list, name, type Printer, text, values } from './cells.ts'
import { tablesDialect } from './dialect.ts'

/** Cells of PriorityClasses: name, value, global default, age. */
export const printPriorityClass: Printer = (o, options) => {
  const row = [name(o), int(o, 'value'), at(o, 'globalDefault') === true, age(o, options)]
  return tablesDialect(options.minor).showsPreemptionPolicy ? [...row, text(o, 'preemptionPolicy')] : row
}
/** Cells of RuntimeClasses: name, handler, age. */
export const printRuntimeClass: Printer = (o, options) => [name(o), text(o, 'handler'), age(o, options)]
/** Cells of Leases: name, holder, age. */
export const printLease: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'holderIdentity'),
  age(o, options),
]
/** Cells of LeaseCandidates: name, lease, binary and emulation version, age. */
export const printLeaseCandidate: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'leaseName'),
  text(o, 'spec', 'binaryVersion'),
  text(o, 'spec', 'emulationVersion'),
  age(o, options),
]

/** Cells of FlowSchemas: name, priority level, precedence, distinguisher, age, missing priority level. */
export const printFlowSchema: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'priorityLevelConfiguration', 'name'),
  int(o, 'spec', 'matchingPrecedence'),
  text(o, 'spec', 'distinguisherMethod', 'type') || '<none>',
  age(o, options),
  text(conditionOf(o, 'Dangling'), 'status') || '?',
]

/** The shares of a limited priority level, which had another name until v1beta2. */
const shares = (limited: JsonValue): number =>
  int(limited, 'nominalConcurrencyShares') || int(limited, 'assuredConcurrencyShares')

/** Cells of priority levels: name, type, shares, queues, hand size, queue length, age. */
export const printPriorityLevelConfiguration: Printer = (o, options) => {
  const limited = at(o, 'spec', 'limited')
  const queuing = at(limited, 'limitResponse', 'queuing')
  const queue = (field: string): JsonValue => (queuing === undefined ? '<none>' : int(queuing, field))
  return [
    name(o),
    text(o, 'spec', 'type'),
    limited === undefined ? '<none>' : shares(limited),
    queue('queues'),
    queue('handSize'),
    queue('queueLengthLimit'),
    age(o, options),
  ]
}

/** Cells of StorageVersions: name, common encoding version, the versions of up to three servers, age. */
export const printStorageVersion: Printer = (o, options) => [
  name(o),
  at(o, 'status', 'commonEncodingVersion') === undefined
    ? '<unset>'
    : text(o, 'status', 'commonEncodingVersion'),
  firstThree(
    list(o, 'status', 'storageVersions').map(
      (v) => `${text(v, 'apiServerID')}=${text(v, 'encodingVersion')}`,
    ),
    '<unset>',
  ),
  age(o, options),
]

/** Cells of StorageVersionMigrations: name, resource, and in newer releases the status. */
export const printStorageVersionMigration: Printer = (o, { minor }) => {
  const resource = at(o, 'spec', 'resource')
  const group = text(resource, 'group')
  if (!tablesDialect(minor).showsMigrationStatus)
    return [name(o), `${text(resource, 'resource')}.${text(resource, 'version')}.${group}`]
  const holding = list(o, 'status', 'conditions')
    .filter((c) => text(c, 'status') === 'True')
    .map((c) => text(c, 'type'))
  const status = holding.findLast((type) => ['Running', 'Failed', 'Succeeded'].includes(type)) ?? 'Unknown'
  return [
    name(o),
    group === '' ? text(resource, 'resource') : `${text(resource, 'resource')}.${group}`,
    status,
  ]
}

/** Cells of APIServices: name, service, availability, age. */
export const printAPIService: Printer = (o, options) => {
  const service = at(o, 'spec', 'service')
  const available = conditionOf(o, 'Available')
  const [status, reason] = [text(available, 'status') || 'Unknown', text(available, 'reason')]
  return [
    name(o),
    service === undefined ? 'Local' : `${text(service, 'namespace')}/${text(service, 'name')}`,
    status === 'True' || reason === '' ? status : `${status} (${reason})`,
    age(o, options),
  ]
}

/** Cells of PodSecurityPolicies (until 1.24): name, privileged, capabilities, rules, read-only root file system, volumes. */
export const printPodSecurityPolicy: Printer = (o) => [
  name(o),
  String(at(o, 'spec', 'privileged') === true),
  values(o, 'spec', 'allowedCapabilities').join(','),
  ...['seLinux', 'runAsUser', 'fsGroup', 'supplementalGroups'].map((field) => text(o, 'spec', field, 'rule')),
  at(o, 'spec', 'readOnlyRootFilesystem') === true,
  values(o, 'spec', 'volumes').join(','),
]
