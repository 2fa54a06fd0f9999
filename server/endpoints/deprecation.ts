// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/deprecation/deprecation.go
import { releaseFacts } from '../../component-base/release-facts.ts'
import type { RequestInfo } from './request-info.ts'
import type { Machinery } from './scope.ts'


/** The warning of a deprecated kind: `v1 Endpoints is deprecated in v1.33+; use …`. */
export function deprecationWarnings(machinery: Machinery, info: RequestInfo): string[] {
  const resource = machinery.registry.resource(info.apiGroup, info.apiVersion, info.resource)
  if (resource === undefined) return []
  const minor = machinery.server.minor
  const { group, version, kind } = resource.kind
  const lifecycle = releaseFacts(`1.${minor}`, 'api-lifecycle')[`${group === '' ? '' : `${group}/`}${version}/${kind}`]
    ?? releaseFacts(`1.${minor}`, 'api-lifecycle')[`${group}/${version}/${kind}`]
  if (lifecycle?.deprecated === undefined || Number(lifecycle.deprecated.split('.')[1]) > minor) return []
  const name = `${group === '' ? version : `${group}/${version}`} ${kind}`
  const removed = lifecycle.removed === undefined ? '' : `, unavailable in v${lifecycle.removed}+`
  const use = lifecycle.replacement === undefined ? '' : `; use ${lifecycle.replacement}`
  return [`${name} is deprecated in v${lifecycle.deprecated}+${removed}${use}`]
}
