// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/deprecation/deprecation.go
import { minorOf } from '../../component-base/minor.ts'
import type { Release } from '../../component-base/release.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import type { RegisteredResource } from '../registry/generic/registry.ts'
import { apiVersionOf } from '../registry/generic/runtime.ts'
import { endpointsDialect } from './dialect.ts'
import type { GenericAPIServer } from './generic-apiserver.ts'
import type { RequestInfo } from './request-info.ts'

interface Lifecycle {
  deprecated?: string | undefined
  removed?: string
  replacement?: string
}
/** Upstream: k8s.io/api/core/v1/lifecycle.go, which no generated facts hold. */
const coreLifecycles = (minor: number): Readonly<Record<string, Lifecycle>> => ({
  'v1/ComponentStatus': { deprecated: '1.19' },
  'v1/Endpoints': {
    deprecated: endpointsDialect(minor).endpointsDeprecated,
    replacement: 'discovery.k8s.io/v1/EndpointSlice',
  },
})

/** The warnings of a request to a deprecated kind. */
export function deprecationWarnings(apiserver: GenericAPIServer, info: RequestInfo): readonly string[] {
  const resource = apiserver.registry.resource(info.apiGroup, info.apiVersion, info.resource)
  if (resource === undefined) return []
  // Upstream warns where a route is, and a method that is not allowed has none.
  if (info.subresource === '' && !resource.facts.verbs.includes(info.verb)) return []
  let warnings = known.get(resource)
  if (warnings === undefined) {
    const apiVersion = apiVersionOf(resource.kind)
    const warning = deprecationWarning({ apiVersion, kind: resource.kind.kind }, apiserver.context.release)
    warnings = warning === undefined ? [] : [warning]
    known.set(resource, warnings)
  }
  return warnings
}

/** Warnings by resource, since each request asks for them; resources belong to one server. */
const known = new WeakMap<RegisteredResource, readonly string[]>()

/** The warning of a kind that a release has deprecated: `v1 Endpoints is deprecated in v1.33+; use …`. */
export function deprecationWarning(
  { apiVersion, kind }: { apiVersion: string; kind: string },
  { minor, facts }: Pick<Release, 'minor' | 'facts'>,
): string | undefined {
  const key = `${apiVersion}/${kind}`
  const lifecycle: Lifecycle | undefined =
    coreLifecycles(minor)[key] ?? releaseFacts(facts, 'api-lifecycle')[key]
  if (lifecycle?.deprecated === undefined || minorOf(lifecycle.deprecated) > minor) return undefined
  const removed = lifecycle.removed === undefined ? '' : `, unavailable in v${lifecycle.removed}+`
  const use =
    lifecycle.replacement === undefined ? '' : `; use ${lifecycle.replacement.replace(/\/([^/]*)$/, ' $1')}`
  return `${apiVersion} ${kind} is deprecated in v${lifecycle.deprecated}+${removed}${use}`
}
