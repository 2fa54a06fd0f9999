// Upstream: pkg/printers/internalversion/printers.go, k8s.io/kube-aggregator pkg/registry/apiservice/etcd/etcd.go

import { humanDuration } from '../../../apimachinery/human-duration.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../apimachinery/json.ts'
import {
  age,
  at,
  conditionOf,
  firstThree,
  int,
  labelsText,
  list,
  name,
  type Printer,
  text,
  values,
} from './cells.ts'
import { tablesDialect } from './dialect.ts'

export const printRoleBinding: Printer = (o, options) => {
  const of = (kind: string, show: (subject: JsonObject) => string): string =>
    list(o, 'subjects')
      .filter((subject) => text(subject, 'kind') === kind)
      .map(show)
      .join(', ')
  return [
    name(o),
    `${text(o, 'roleRef', 'kind')}/${text(o, 'roleRef', 'name')}`,
    age(o, options),
    of('User', name1),
    of('Group', name1),
    of('ServiceAccount', (s) => `${text(s, 'namespace')}/${text(s, 'name')}`),
  ]
}
const name1 = (subject: JsonObject): string => text(subject, 'name')

export const printCertificateSigningRequest: Printer = (o, options) => {
  const seconds = at(o, 'spec', 'expirationSeconds')
  return [
    name(o),
    age(o, options),
    text(o, 'spec', 'signerName') || '<none>',
    text(o, 'spec', 'username'),
    seconds === undefined ? '<none>' : humanDuration(Number(seconds) * 1000),
    signingStatus(o),
  ]
}

function signingStatus(request: JsonObject): string {
  const has = (type: string): boolean => conditionOf(request, type) !== undefined
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending'
  return `${decided}${has('Failed') ? ',Failed' : ''}${text(request, 'status', 'certificate') === '' ? '' : ',Issued'}`
}

export const printClusterTrustBundle: Printer = (o) => [name(o), text(o, 'spec', 'signerName') || '<none>']

export const printPodCertificateRequest: Printer = (o, { minor }) => {
  const decided = list(o, 'status', 'conditions')
    .map((c) => text(c, 'type'))
    .filter((type) => ['Issued', 'Denied', 'Failed'].includes(type))
  const cells = ['podName', 'serviceAccountName', 'nodeName', 'signerName'].map((field) =>
    text(o, 'spec', field),
  )
  const row = [name(o), ...cells, decided.at(-1) ?? 'Pending']
  return tablesDialect(minor).showsUserAnnotations
    ? [...row, labelsText(at(o, 'spec', 'unverifiedUserAnnotations'))]
    : row
}

export const printWebhooks: Printer = (o, options) => [name(o), list(o, 'webhooks').length, age(o, options)]

const policy =
  (rules: string): Printer =>
  (o, options) => {
    const kind = at(o, 'spec', 'paramKind')
    return [
      name(o),
      list(o, 'spec', rules).length,
      kind === undefined ? '<unset>' : `${text(kind, 'apiVersion')}/${text(kind, 'kind')}`,
      age(o, options),
    ]
  }
export const printValidatingAdmissionPolicy = policy('validations')
export const printMutatingAdmissionPolicy = policy('mutations')

export const printAdmissionPolicyBinding: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'policyName'),
  paramName(at(o, 'spec', 'paramRef')),
  age(o, options),
]

function paramName(ref: JsonValue | undefined): string {
  const own = text(ref, 'name')
  if (own !== '') return `${text(ref, 'namespace') || '*'}/${own}`
  const selector = at(ref, 'selector')
  return selector === undefined ? '<unset>' : selectorGoText(selector)
}

/** A LabelSelector as its generated String method shows it. */
function selectorGoText(selector: JsonValue): string {
  const labels = at(selector, 'matchLabels')
  const shown = isObject(labels)
    ? Object.keys(labels)
        .sort()
        .map((key) => `${key}: ${text(labels, key)},`)
        .join('')
    : ''
  const expressions = list(selector, 'matchExpressions').map(
    (r) =>
      `LabelSelectorRequirement{Key:${text(r, 'key')},Operator:${text(r, 'operator')},Values:[${values(r, 'values').join(' ')}],},`,
  )
  return `&LabelSelector{MatchLabels:map[string]string{${shown}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
}

export const printPriorityClass: Printer = (o, options) => {
  const row = [name(o), int(o, 'value'), at(o, 'globalDefault') === true, age(o, options)]
  return tablesDialect(options.minor).showsPreemptionPolicy ? [...row, text(o, 'preemptionPolicy')] : row
}
export const printRuntimeClass: Printer = (o, options) => [name(o), text(o, 'handler'), age(o, options)]
export const printLease: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'holderIdentity'),
  age(o, options),
]
export const printLeaseCandidate: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'leaseName'),
  text(o, 'spec', 'binaryVersion'),
  text(o, 'spec', 'emulationVersion'),
  age(o, options),
]

export const printFlowSchema: Printer = (o, options) => [
  name(o),
  text(o, 'spec', 'priorityLevelConfiguration', 'name'),
  int(o, 'spec', 'matchingPrecedence'),
  text(o, 'spec', 'distinguisherMethod', 'type') || '<none>',
  age(o, options),
  text(conditionOf(o, 'Dangling'), 'status') || '?',
]

export const printPriorityLevelConfiguration: Printer = (o, options) => {
  const limited = at(o, 'spec', 'limited')
  const queuing = at(limited, 'limitResponse', 'queuing')
  const queue = (field: string): JsonValue => (queuing === undefined ? '<none>' : int(queuing, field))
  return [
    name(o),
    text(o, 'spec', 'type'),
    limited === undefined ? '<none>' : int(limited, 'nominalConcurrencyShares'),
    queue('queues'),
    queue('handSize'),
    queue('queueLengthLimit'),
    age(o, options),
  ]
}

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
