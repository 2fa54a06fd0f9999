// Upstream: kube-aggregator/pkg/controllers/{openapi,openapiv3}/aggregator
import { getOwn, isObject, type JsonObject } from '../../apimachinery/json.ts'
import type { RemoteDocuments } from '../endpoints/openapi/openapi-service.ts'
import { answeredJson, patchLimits } from '../webhook/answered-json.ts'
import type { APIServiceDirectory, RemoteAPIService } from './api-services.ts'
import type { Discovery } from './discovery.ts'

type Part = Record<string, unknown>

/** What a document has under a key, where that is an object. */
const partOf = (document: Part, key: string): Part => {
  const part = getOwn(document as JsonObject, key)
  return isObject(part) ? part : {}
}

/** The OpenAPI documents of extension servers, asked for when somebody asks and something has changed since. */
export class ExtensionDocuments implements RemoteDocuments {
  readonly #directory: APIServiceDirectory
  readonly #discovery: Discovery
  readonly v3 = new Map<string, string>()
  v2: { paths: Part; definitions: Part } = { paths: {}, definitions: {} }
  revision = 0
  #seen = ''
  #refreshing: Promise<void> | undefined

  constructor(directory: APIServiceDirectory, discovery: Discovery) {
    this.#directory = directory
    this.#discovery = discovery
  }

  async refresh(): Promise<void> {
    const seen = `${this.#directory.revision} ${this.#discovery.revision}`
    if (seen === this.#seen) return
    this.#refreshing ??= this.#readAll().finally(() => {
      this.#refreshing = undefined
    })
    await this.#refreshing
    this.#seen = seen
  }

  async #readAll(): Promise<void> {
    const services = this.#directory.all().filter(({ isAvailable }) => isAvailable)
    const v3 = await Promise.all(services.map((one) => this.#documentOf(one)))
    const v2 = await Promise.all(services.map((one) => this.#partOf(one)))
    this.v3.clear()
    for (const [name, json] of v3.flat()) this.v3.set(name, json)
    this.v2 = {
      paths: Object.assign({}, ...v2.map(({ paths }) => paths)) as Part,
      definitions: Object.assign({}, ...v2.map(({ definitions }) => definitions)) as Part,
    }
    this.revision++
  }

  async #documentOf(service: RemoteAPIService): Promise<[string, string][]> {
    const name = `apis/${service.group}/${service.version}`
    const document = await this.#read(service, `/openapi/v3/${name}`)
    return document === undefined ? [] : [[name, JSON.stringify(document)]]
  }

  /** Of a document of v2 the paths of the group version, and all definitions. */
  async #partOf(service: RemoteAPIService): Promise<{ paths: Part; definitions: Part }> {
    const document = (await this.#read(service, '/openapi/v2')) ?? {}
    const own = `/apis/${service.group}/${service.version}/`
    const paths = Object.entries(partOf(document, 'paths')).filter(
      ([path]) => `${path}/`.startsWith(own) || path === `/apis/${service.group}/`,
    )
    return {
      paths: Object.fromEntries(paths),
      definitions: paths.length === 0 ? {} : partOf(document, 'definitions'),
    }
  }

  /** Undefined where the server has no such document. */
  async #read(service: RemoteAPIService, path: string): Promise<Part | undefined> {
    try {
      const { status, body } = await this.#discovery.read(service, path, 'application/json')
      if (status !== 200) return undefined
      const document = await answeredJson(body.toString('utf8'), patchLimits)
      return isObject(document) ? document : undefined
    } catch {
      return undefined
    }
  }
}
