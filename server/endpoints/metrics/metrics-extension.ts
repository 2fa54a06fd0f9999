// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (MonitorRequest)
import type { Clock } from '../../../component-base/clock.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import type { AppExtension } from '../app.ts'
import type { ResourceSet } from '../discovery/resource-set.ts'
import type { RequestMetrics } from './request-metrics.ts'

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
  return (call) => {
    const { info, res } = call
    if (!info.isResourceRequest) return false
    const served = set.resource(info.apiGroup, info.apiVersion, info.resource)
    if (served === undefined) return false
    const started = clock.now()
    const mutating = !['get', 'list', 'watch'].includes(info.verb)
    const scope = info.name !== '' ? 'resource' : info.namespace !== '' ? 'namespace' : 'cluster'
    const labels = {
      group: info.apiGroup,
      version: info.apiVersion,
      resource: info.resource,
      subresource: info.subresource,
      scope,
    }
    const long = info.verb === 'watch'
    if (long)
      metrics.watching({ group: labels.group, version: labels.version, resource: labels.resource, scope }, 1)
    else metrics.entered(mutating, 1)
    const life = releaseFacts(facts, 'api-lifecycle')[`${info.apiGroup}/${info.apiVersion}/${served.kind}`]
    if (life?.deprecated !== undefined && life.removed !== undefined)
      metrics.deprecatedRequest({
        group: labels.group,
        version: labels.version,
        resource: labels.resource,
        subresource: labels.subresource,
        removed_release: life.removed,
      })
    res.once('close', () => {
      if (long)
        metrics.watching(
          { group: labels.group, version: labels.version, resource: labels.resource, scope },
          -1,
        )
      else metrics.entered(mutating, -1)
      metrics.observe(
        { ...labels, verb: verbs[info.verb] ?? info.verb.toUpperCase() },
        res.statusCode,
        (clock.now() - started) / 1000,
        call.query.get('dryRun') ?? '',
      )
    })
    return false
  }
}
