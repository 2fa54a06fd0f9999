// Upstream: staging/src/k8s.io/apiserver/pkg/util/proxy/proxy.go (ResolveCluster)
import type { Duplex } from 'node:stream'
import type { Service } from '../../api/core-v1.ts'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { Storage } from '../storage/interface.ts'
import { CallError } from '../webhook/go-errors.ts'
import { refusedHost, type WebhookReach } from '../webhook/reach.ts'
import { serviceResolver } from '../webhook/service-resolver.ts'
import type { ResolveService } from '../webhook/webhook-client.ts'
import type { RemoteAPIService } from './api-services.ts'

type Reference = RemoteAPIService['service']

/** The host and port that answer for a Service. */
export interface Place {
  readonly host: string
  readonly port: number
  /** Plain HTTP: the server itself, or a Service that a user has mapped to an `http:` URL. */
  readonly plain: boolean
  /** Connects within this process, in place of host and port. */
  readonly connect?: () => Duplex
}

/** A Service that is answered in this process. */
export interface OwnService {
  readonly namespace: string
  readonly name: string
  connect(): Duplex
}

/** Finds the places of Services: what the user named, external names, endpoints of this machine. */
export class ExtensionResolver {
  readonly #storage: Storage
  readonly #reach: WebhookReach | undefined
  readonly #endpoint: ResolveService
  readonly #own: OwnService | undefined

  /** @param own answered here, unless the user says where else */
  constructor(storage: Storage, reach: WebhookReach | undefined, minor: number, own?: OwnService) {
    this.#own = own
    this.#storage = storage
    this.#reach = reach
    this.#endpoint = serviceResolver(storage, reach, minor)
  }

  /** Whether a Service is answered whatever its endpoints are: where the user says, or here. */
  isNamed(service: Reference): boolean {
    return this.#named(service) !== undefined || this.#isOwn(service)
  }

  async service({ namespace, name }: Reference): Promise<Service | undefined> {
    const record = await this.#storage.get(`/registry/services/specs/${namespace}/${name}`, { cached: true })
    return record?.object as Service | undefined
  }

  /** The `host:port` that the real server would dial, for the text of errors. */
  async shownHost(service: Reference): Promise<string> {
    const { spec } = (await this.service(service)) ?? {}
    const external = spec?.type === 'ExternalName' ? spec.externalName : undefined
    const host = external ?? spec?.clusterIP ?? `${service.name}.${service.namespace}.svc`
    return joinHostPort(host, service.port)
  }

  /** Throws an Error in the words of Go where nothing may be dialled. */
  async resolve(service: Reference): Promise<Place> {
    const named = this.#named(service)
    if (named !== undefined) return placeOf(named)
    if (this.#isOwn(service))
      return { host: service.name, port: service.port, plain: true, connect: () => this.#own!.connect() }
    const { spec } = (await this.service(service)) ?? {}
    if (this.#reach !== undefined && spec?.type !== 'ExternalName')
      return await this.#endpoint(service.namespace, service.name, service.port)
    const host = spec?.externalName ?? `${service.name}.${service.namespace}.svc`
    const refused = refusedHost(this.#reach, host, service.port)
    if (refused !== undefined) throw new CallError(refused)
    return { host, port: service.port, plain: false }
  }

  #isOwn({ namespace, name }: Reference): boolean {
    return this.#own?.namespace === namespace && this.#own.name === name
  }

  #named({ namespace, name, port }: Reference): string | undefined {
    const services = this.#reach?.services
    return services?.get(`${namespace}/${name}:${port}`) ?? services?.get(`${namespace}/${name}`)
  }
}

function placeOf(origin: string): Place {
  const { hostname, port, protocol } = new URL(origin)
  const plain = protocol === 'http:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (plain ? 80 : 443)), plain }
}
