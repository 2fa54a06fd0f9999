// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/discovery (and aggregated/), kube-aggregator/pkg/apiserver/handler_apis.go
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../apimachinery/json.ts'
import { onceOf } from '../../../component-base/once-of.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'
import { type MediaType, matches, mediaTypesOf, parseAccept, standardMediaTypes } from '../negotiation.ts'
import { discoveryDialect } from './dialect.ts'
import { aggregatedDiscovery, apiGroup, apiGroupList, apiResourceList, apiVersions } from './documents.ts'
import {
  acceptsRoute,
  type EndpointAnswer,
  type EndpointRequest,
  noSuchRoute,
  notProduced,
  pageNotFound,
  wrongMethod,
} from './endpoint-answer.ts'
import type { ResourceSet, ServedGroupVersion } from './resource-set.ts'

/** The APIResourceList of a group version, made once for each group version. */
const listOf = onceOf((served: ServedGroupVersion) => apiResourceList(served))

/** The resources that discovery shows, and the form in which a release shows them. */
export interface DiscoveryOptions {
  readonly set: ResourceSet
  readonly minor: number
  readonly gates: FeatureGateReader
  /** The `host:port` of the server in the answer of /api. */
  readonly serverAddress: string
  /** The groups of this server with those that its peers serve, in version v2; undefined where it has no peers. */
  readonly withPeers?: ((own: readonly JsonObject[]) => readonly JsonObject[]) | undefined
}

/** `alone`: without what peers serve. */
type Aggregated = { version: 'v2' | 'v2beta1'; mediaType: MediaType; alone: boolean }

/** Answers /api, /apis and what is below them and names no resource; undefined for other paths. */
export class DiscoveryPaths {
  private readonly options: DiscoveryOptions
  private readonly documents = new Map<string, { object: JsonObject; etag: string }>()
  private revision: number | undefined
  constructor(options: DiscoveryOptions) {
    this.options = options
  }
  answer(request: EndpointRequest): EndpointAnswer | undefined {
    const parts = request.path.split('/').slice(1)
    if (parts.at(-1) === '' && parts.length > 1) parts.pop()
    const [prefix, first, second] = parts
    if (prefix === 'api') return this.core(request, parts.length, first)
    if (prefix !== 'apis') return undefined
    // The aggregator answers the path with a slash by itself, without aggregating.
    if (first === undefined && request.path !== '/apis')
      return { status: 200, object: apiGroupList(this.options.set) }
    if (first === undefined) return this.root(request, false)
    const { set } = this.options
    if (!set.groups.includes(first) || first === '') return pageNotFound()
    if (second === undefined) return { status: 200, object: apiGroup(set, first) }
    return this.groupVersion(request, parts.length === 3, first, second)
  }
  private core(request: EndpointRequest, length: number, version: string | undefined): EndpointAnswer {
    if (this.options.set.versions('').length === 0) return pageNotFound()
    if (version === undefined) {
      if (request.method !== 'GET') throw wrongMethod()
      this.checkAccept(request)
      return this.root(request, true)
    }
    return this.groupVersion(request, length === 2, '', version)
  }
  private groupVersion(
    request: EndpointRequest,
    whole: boolean,
    group: string,
    version: string,
  ): EndpointAnswer {
    const { set } = this.options
    const served = set.groupVersion(group, version)
    if (set.isCustom?.(group) === true)
      return served === undefined || !whole
        ? pageNotFound()
        : { status: 200, object: apiResourceList(served, true) }
    if (served === undefined || !whole) throw noSuchRoute()
    if (request.method !== 'GET') throw wrongMethod()
    const cbor = gateEnabled(this.options.gates, 'CBORServingAndStorage')
    this.checkAccept(request, cbor)
    return { status: 200, object: listOf(served), lasting: true, cbor }
  }
  /** Throws 406 where no route produces what the client accepts. */
  private checkAccept({ headers }: EndpointRequest, cbor = false): void {
    const types = mediaTypesOf(cbor)
    if (!acceptsRoute(headers.accept, types)) throw notProduced(types, this.options.minor)
  }
  private root(request: EndpointRequest, core: boolean): EndpointAnswer {
    const { set, serverAddress } = this.options
    const wanted = this.wantsAggregated(request.headers.accept)
    if (wanted === undefined)
      return { status: 200, object: core ? apiVersions(set, serverAddress) : apiGroupList(set) }
    const { object, etag } = this.shown(core, wanted)
    const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'public' }
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' }
    return {
      status: 200,
      headers,
      object,
      lasting: true,
      mediaType: wanted.mediaType,
      contentTypeSuffix: `;g=apidiscovery.k8s.io;v=${wanted.version};as=APIGroupDiscoveryList`,
    }
  }
  private shown(core: boolean, { version, alone }: Aggregated): { object: JsonObject; etag: string } {
    const own = this.aggregated(core, version)
    const { withPeers } = this.options
    if (core || alone || version !== 'v2' || withPeers === undefined) return own
    const before = own.object['items'] as JsonObject[]
    const items = withPeers(before)
    return items === before ? own : { object: { ...own.object, items: [...items] }, etag: etagOf(items) }
  }
  private aggregated(core: boolean, version: 'v2' | 'v2beta1'): { object: JsonObject; etag: string } {
    this.forgetOld()
    const key = `${core} ${version}`
    let found = this.documents.get(key)
    if (found === undefined) {
      const object = aggregatedDiscovery(this.options.set, core, version, this.options.minor)
      const items = core
        ? object['items']
        : aggregatedDiscovery(this.options.set, core, 'v2', this.options.minor)['items']
      found = {
        object,
        etag: etagOf(items),
      }
      this.documents.set(key, found)
    }
    return found
  }
  private forgetOld(): void {
    const { revision } = this.options.set
    if (revision !== this.revision) this.documents.clear()
    this.revision = revision
  }
  /**
   * The first clause that asks for the aggregated document in a version that is served.
   * @note A clause that names the plain media type before it does not win: Accept is sorted by how exact its clauses are.
   */
  private wantsAggregated(accept: string | undefined): Aggregated | undefined {
    const { gates, minor } = this.options
    if (!gateEnabled(gates, 'AggregatedDiscoveryEndpoint')) return undefined
    const isServed = {
      v2: discoveryDialect(minor).servesV2,
      v2beta1: !gateEnabled(gates, 'AggregatedDiscoveryRemoveBetaType'),
    }
    for (const clause of parseAccept(accept ?? '')) {
      const { params } = clause
      if (params.get('as') !== 'APIGroupDiscoveryList' || params.get('g') !== 'apidiscovery.k8s.io') continue
      const version = params.get('v')
      const mediaType = standardMediaTypes.find((type) => matches(clause, type))
      if (
        (params.get('sv') ?? '') !== '' ||
        mediaType === undefined ||
        !streams(params.get('stream'), mediaType)
      )
        continue
      if ((version === 'v2' || version === 'v2beta1') && isServed[version])
        return { version, mediaType, alone: params.get('profile') === 'nopeer' }
    }
    return undefined
  }
}

/** Whether a clause names no stream, or one that the media type has. */
const streams = (stream: string | undefined, mediaType: MediaType): boolean =>
  stream === undefined || stream === '' || (stream === 'watch' && mediaType !== 'application/yaml')

const etagOf = (items: unknown): string =>
  `"${createHash('sha512').update(JSON.stringify(items)).digest('hex').toUpperCase()}"`
