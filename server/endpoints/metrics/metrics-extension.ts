// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (MonitorRequest)
import type { Clock } from '../../../component-base/clock.ts'
import type { Labels } from '../../../component-base/metrics/metrics-text.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import type { AppExtension } from '../app.ts'
import type { ResourceSet } from '../discovery/resource-set.ts'
import { applyType } from '../handlers/patch-forms.ts'
import { initialEventsEnd } from '../handlers/watch-output.ts'
import type { RequestInfo } from '../request-info.ts'
import type { RequestLabels, RequestMetrics } from './request-metrics.ts'

const verbs: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
}

/** Counts what passes; answers nothing itself. @param facts as `1.36` */
export function metricsExtension(
  metrics: RequestMetrics,
  clock: Clock,
  set: ResourceSet,
  facts: string,
): AppExtension {
  return ({ info, query, req, res, audit }) => {
    if (!info.isResourceRequest) return false
    const served = set.resource(info.apiGroup, info.apiVersion, info.resource)
    if (served === undefined) return false
    const started = clock.now()
    const labels = labelsOf(info, req.headers['content-type'])
    const count = counterInFlight(metrics, info.verb, labels)
    count(1)
    const life = releaseFacts(facts, 'api-lifecycle')[`${info.apiGroup}/${info.apiVersion}/${served.kind}`]
    if (life?.deprecated !== undefined) audit?.annotate('k8s.io/deprecated', 'true')
    if (life?.deprecated !== undefined && life.removed !== undefined)
      audit?.annotate('k8s.io/removed-release', life.removed)
    if (life?.deprecated !== undefined && life.removed !== undefined)
      metrics.deprecatedRequest(deprecatedLabels(labels, life.removed))
    if (info.verb === 'watch')
      res.once(initialEventsEnd, () => {
        const { group, version, resource, scope } = labels
        metrics.watchListed({ group, version, resource, scope }, (clock.now() - started) / 1000)
      })
    res.once('close', () => {
      count(-1)
      const seconds = (clock.now() - started) / 1000
      metrics.observe(labels, res.statusCode, seconds, query.get('dryRun') ?? '')
    })
    return false
  }
}

const labelsOf = (info: RequestInfo, contentType = ''): RequestLabels => ({
  group: info.apiGroup,
  version: info.apiVersion,
  resource: info.resource,
  subresource: info.subresource,
  scope: scopeOf(info),
  verb:
    info.verb === 'patch' && isApply(contentType) ? 'APPLY' : (verbs[info.verb] ?? info.verb.toUpperCase()),
})

/** Of one object, whether it is there or will be, or of many. */
const scopeOf = ({ name, verb, namespace }: RequestInfo): string =>
  name !== '' || verb === 'create' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster'

const isApply = (contentType: string): boolean => contentType.split(';')[0]!.trim() === applyType

/** Watches are long, and so have a gauge of their own. */
function counterInFlight(
  metrics: RequestMetrics,
  verb: string,
  { group, version, resource, scope }: RequestLabels,
): (by: 1 | -1) => void {
  if (verb === 'watch') return (by) => metrics.watching({ group, version, resource, scope }, by)
  const mutating = !['get', 'list'].includes(verb)
  return (by) => metrics.entered(mutating, by)
}

const deprecatedLabels = (
  { group, version, resource, subresource }: RequestLabels,
  removed: string,
): Labels => ({
  group,
  version,
  resource,
  subresource,
  removed_release: removed,
})
