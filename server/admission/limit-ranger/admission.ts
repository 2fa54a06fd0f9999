// Upstream: plugin/pkg/admission/limitranger/admission.go

import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
} from '../../../api/core-v1.ts'
import { type PodWithResources, podResources } from '../../../apimachinery/quota/pod-resources.ts'
import { parseUsage } from '../../../apimachinery/quota/usage.ts'
import { aggregate } from '../../../featuregates/aggregate.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../../registry/generic/strategy.ts'
import { podDialect } from '../../registry/pod/dialect.ts'
import type { AdmissionAttributes, AdmissionPlugin } from '../chain.ts'
import { forbid } from '../forbid.ts'
import { type Amounts, type Constraint, maximum, maximumRequest, minimum, ratio } from './constraints.ts'
import { setContainerDefaults } from './container-defaults.ts'

/** Completes and bounds what pods and claims ask for, as the LimitRanges of their namespace say. */
export function limitRanger(server: ServerContext): AdmissionPlugin {
  return {
    name: 'LimitRanger',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: new Set(['/pods', '/persistentvolumeclaims']),
    async admit(attributes) {
      if (!concerns(attributes) || attributes.request.resource !== 'pods') return
      for (const range of await rangesOf(server, attributes))
        setContainerDefaults(attributes.object as unknown as Pod, range)
    },
    async validate(attributes) {
      if (!concerns(attributes)) return
      for (const range of await rangesOf(server, attributes)) {
        const problems = problemsOf(server, attributes, range)
        if (problems.length > 0) throw forbid(attributes, aggregate(problems))
      }
    },
  }
}

/** Pods when they are made and when they are resized, claims at every write; what is being deleted is left alone. */
function concerns({ request, kind, operation, object, oldObject }: AdmissionAttributes): boolean {
  const { server, subresource } = request
  if (object === undefined || kind.group !== '' || oldObject?.metadata.deletionTimestamp != null) return false
  if (kind.kind === 'Pod' && operation === 'UPDATE')
    return podDialect(server.release.minor).resizesByUpdate
      ? subresource === '' && gateEnabled(server.gates, 'InPlacePodVerticalScaling')
      : subresource === 'resize'
  return subresource === '' && (kind.kind === 'Pod' || kind.kind === 'PersistentVolumeClaim')
}

async function rangesOf(
  { storage }: ServerContext,
  { request }: AdmissionAttributes,
): Promise<readonly LimitRange[]> {
  const { records } = await storage.list(`/registry/limitranges/${request.namespace}/`, { cached: true })
  return records.map(({ object }) => object as unknown as LimitRange)
}

function problemsOf(
  server: ServerContext,
  { request, object }: AdmissionAttributes,
  { spec }: LimitRange,
): string[] {
  return (spec?.limits ?? []).flatMap((item) =>
    request.resource === 'pods'
      ? podProblems(item, object as unknown as Pod, server)
      : claimProblems(item, object as unknown as PersistentVolumeClaim),
  )
}

function podProblems(item: LimitRangeItem, pod: Pod, server: ServerContext): string[] {
  const bounds = (amounts: Amounts): string[] => [
    ...broken(item, 'min', minimum, amounts),
    ...broken(item, 'max', maximum, amounts),
    ...broken(item, 'maxLimitRequestRatio', ratio, amounts),
  ]
  if (item.type === 'Container') {
    const { containers = [], initContainers = [] } = pod.spec ?? {}
    return [...containers, ...initContainers].flatMap((container) => bounds(amountsOf(container)))
  }
  if (item.type !== 'Pod') return []
  const podLevel = gateEnabled(server.gates, 'PodLevelResources')
    ? (name: string): boolean => name === 'cpu' || name === 'memory'
    : undefined
  const of = (what: 'requests' | 'limits') => podResources(pod as PodWithResources, what, { podLevel })
  return bounds({ requests: of('requests'), limits: of('limits') })
}

/** The errors of a PersistentVolumeClaim's requests; upstream does not look at its limits. */
function claimProblems(item: LimitRangeItem, claim: PersistentVolumeClaim): string[] {
  if (item.type !== 'PersistentVolumeClaim') return []
  const amounts = { requests: parseUsage(claim.spec?.resources?.requests), limits: new Map() }
  return [...broken(item, 'min', minimum, amounts), ...broken(item, 'max', maximumRequest, amounts)]
}

const amountsOf = ({ resources }: Container): Amounts => ({
  requests: parseUsage(resources?.requests),
  limits: parseUsage(resources?.limits),
})

const broken = (
  item: LimitRangeItem,
  list: 'min' | 'max' | 'maxLimitRequestRatio',
  constraint: Constraint,
  amounts: Amounts,
): string[] =>
  [...parseUsage(item[list])].flatMap(
    ([resource, bound]) => constraint(item.type ?? '', resource, bound, amounts) ?? [],
  )
