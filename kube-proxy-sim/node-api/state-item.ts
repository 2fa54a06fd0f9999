// A service in both forms of the API.
import type { EndpointSlice, Service } from '../rules/model/objects.ts'
import type { ProxyConfig } from '../rules/proxy-config.ts'
import type { NodeApiCodec } from './grpc.ts'
import type { StateItem } from './node-state.ts'
import { serviceEndpoints } from './service-endpoints.ts'
import type { ServiceSets } from './sets/encoded-sets.ts'
import { serviceSets } from './sets/service-sets.ts'

/** A Service in the form of the state; undefined for Services that no proxy serves. @param slices of this Service only */
export function stateItem(
  service: Service,
  slices: readonly EndpointSlice[],
  config: ProxyConfig,
  codec: NodeApiCodec,
): StateItem | undefined {
  const item = serviceEndpoints(service, slices, config)
  if (item === undefined) return undefined
  let sets: ServiceSets | undefined
  return {
    bytes: codec.encodeItem({ Endpoints: item }),
    sets() {
      sets ??= serviceSets(item, service, slices, codec)
      return sets
    },
  }
}
