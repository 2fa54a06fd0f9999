// Upstream: metrics-server's cmd/metrics-server/app/options/options.go (documents), k8s.io/apiserver/pkg/endpoints/discovery
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { minorOf } from '../../component-base/minor.ts'
import {
  aggregatedDiscovery,
  apiGroup,
  apiGroupList,
  apiResourceList,
} from '../endpoints/discovery/documents.ts'
import { openapiV2, openapiV3 } from '../endpoints/openapi/document.ts'
import { VersionOperations } from '../endpoints/openapi/operations.ts'
import { type MetricsAnswer, type MetricsRequest, text } from './exchange.ts'
import { metricsResources, metricsVersion } from './resources.ts'
import { metricsGroup } from './types.ts'

const title = 'Kubernetes metrics-server'
const { group, version } = metricsGroup
const versionPath = `/apis/${group}/${version}`

/** What metrics-server tells of its API: discovery and OpenAPI. Made when somebody asks. */
export class MetricsDocuments {
  private readonly scheme: Scheme
  private readonly made = new Map<string, MetricsAnswer>()

  constructor(scheme: Scheme) {
    this.scheme = scheme
  }

  /** Undefined: it is no path of a document. */
  answer({ method, path, accept = '' }: MetricsRequest): MetricsAnswer | undefined {
    if (method !== 'GET') return undefined
    const isAggregated = /\bas=APIGroupDiscoveryList\b/.test(accept)
    const form = isAggregated ? (/\bv=(v2(?:beta1)?)\b/.exec(accept)?.[1] ?? '') : ''
    const key = `${path.replace(/(?<=.)\/$/, '')} ${form}`
    const known = this.made.get(key) ?? this.make(key)
    if (known !== undefined) this.made.set(key, known)
    return known
  }

  private make(key: string): MetricsAnswer | undefined {
    const [path, form] = key.split(' ') as [string, '' | 'v2' | 'v2beta1']
    if (path === '/apis') return form === '' ? text(apiGroupList(metricsResources)) : this.aggregated(form)
    if (path === `/apis/${group}`) return text(apiGroup(metricsResources, group))
    if (path === versionPath) return text(apiResourceList(metricsVersion))
    if (path === '/openapi/v2') return text(titled(openapiV2(this.documentOptions())))
    if (path === `/openapi/v3${versionPath}`) return text(titled(openapiV3(this.documentOptions())))
    return undefined
  }

  private aggregated(form: 'v2' | 'v2beta1'): MetricsAnswer {
    const document = aggregatedDiscovery(metricsResources, false, form, minorOf(this.scheme.minor))
    return text(document, { parameters: `;g=apidiscovery.k8s.io;v=${form};as=APIGroupDiscoveryList` })
  }

  private documentOptions() {
    return {
      scheme: this.scheme,
      version: this.scheme.minor,
      operations: new VersionOperations(this.scheme, metricsVersion).all(),
      versions: [metricsGroup],
    }
  }
}

const titled = (document: Record<string, unknown>): object => ({
  ...document,
  info: { ...(document['info'] as object), title },
})
