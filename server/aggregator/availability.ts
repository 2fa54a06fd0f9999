// Upstream: kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go
import type { APIServiceCondition, APIServiceStatus } from '../../api/apiregistration-v1.ts'
import type { Service } from '../../api/core-v1.ts'
import type { EndpointSlice } from '../../api/discovery-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { type Clock, toTime } from '../../component-base/clock.ts'
import { ignoringConflicts, type OwnObjects } from '../controlplane/own-objects.ts'
import type { Storage } from '../storage/interface.ts'
import { type RemoteAPIService, remoteOf } from './api-services.ts'
import { aggregatorDialect } from './dialect.ts'
import type { Discovery } from './discovery.ts'
import type { ExtensionResolver } from './extension-resolver.ts'

/** The condition Available of an APIService. */
interface Availability {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

const missing = (reason: string, message: string): Availability => ({ status: 'False', reason, message })
const passed: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' }

/** The storage, clock, resolver and discovery that checks of APIServices use, and the APIServices they write. */
export interface AvailabilityParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly minor: number
  readonly resolver: ExtensionResolver
  readonly discovery: Pick<Discovery, 'check'>
  readonly apiServices: OwnObjects
}

/** Looks at extension servers, and writes what it finds into the conditions of their APIServices. */
export class Availabilities {
  readonly #parts: AvailabilityParts

  constructor(parts: AvailabilityParts) {
    this.#parts = parts
  }

  async checkAll(): Promise<void> {
    for (const found of await this.#parts.apiServices.list()) {
      const service = remoteOf(found)
      if (service !== undefined) await this.#write(found, await this.#look(service))
    }
  }

  async #write(found: KubeObject, { status, reason, message }: Availability): Promise<void> {
    const { conditions = [] } = (found['status'] ?? {}) as APIServiceStatus
    const before = conditions.find(({ type }) => type === 'Available')
    if (before?.status === status && before.reason === reason && before.message === message) return
    const now = toTime(this.#parts.clock.now())
    const next: APIServiceCondition = {
      lastTransitionTime: before?.status === status ? before.lastTransitionTime : now,
      message,
      reason,
      status,
      type: 'Available',
    }
    const others = conditions.filter(({ type }) => type !== 'Available')
    const object = { ...found, status: { conditions: [...others, next] } } as KubeObject
    await ignoringConflicts(this.#parts.apiServices.updateStatus(object))
  }

  async #look(remote: RemoteAPIService): Promise<Availability> {
    const { resolver, discovery } = this.#parts
    const { namespace, name } = remote.service
    const service = await resolver.service(remote.service)
    if (service === undefined)
      return missing('ServiceNotFound', `service/${name} in ${goQuote(namespace)} is not present`)
    const unready = await this.#endpointsMissing(remote, service)
    if (unready !== undefined) return unready
    try {
      await discovery.check(remote)
      return passed
    } catch (error) {
      return missing('FailedDiscoveryCheck', (error as Error).message)
    }
  }

  /** Services without an address of the cluster need no endpoints, nor do those that the user answers. */
  async #endpointsMissing(
    { service }: RemoteAPIService,
    { spec }: Service,
  ): Promise<Availability | undefined> {
    if ((spec?.type ?? 'ClusterIP') !== 'ClusterIP') return undefined
    const where = `service/${service.name} in ${goQuote(service.namespace)}`
    const port = spec?.ports?.find((one) => one.port === service.port)
    if (port === undefined)
      return missing('ServicePortError', `${where} is not listening on port ${service.port}`)
    if (this.#parts.resolver.isNamed(service)) return undefined
    const { endpointsText } = aggregatorDialect(this.#parts.minor)
    const slices = await this.#slices(service)
    if (slices.length === 0) return missing('EndpointsNotFound', `cannot find ${endpointsText} for ${where}`)
    const portName = port.name ?? ''
    return slices.some((slice) => hasEndpoint(slice, portName))
      ? undefined
      : missing(
          'MissingEndpoints',
          `${endpointsText} for ${where} have no addresses with port name ${goQuote(portName)}`,
        )
  }

  async #slices({ namespace, name }: RemoteAPIService['service']): Promise<EndpointSlice[]> {
    const prefix = `/registry/endpointslices/${namespace}/`
    const { records } = await this.#parts.storage.list(prefix, { cached: true })
    return records
      .map(({ object }) => object as EndpointSlice)
      .filter(({ metadata }) => metadata?.labels?.['kubernetes.io/service-name'] === name)
  }
}

const hasEndpoint = ({ ports, endpoints }: EndpointSlice, portName: string): boolean =>
  (ports ?? []).some((port) => (port.name ?? '') === portName) &&
  (endpoints ?? []).some(
    ({ conditions, addresses }) => conditions?.ready !== false && (addresses ?? []).length > 0,
  )
