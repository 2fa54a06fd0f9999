// Upstream: pkg/controlplane/reconcilers/{lease,endpointsadapter}.go, pkg/controlplane/controller/kubernetesservice

import type { Endpoints, ServiceSpec } from '../../api/core-v1.ts'
import type { EndpointSlice } from '../../api/discovery-v1.ts'
import { deepCopy, type KubeObject } from '../../apimachinery/json.ts'
import { familyOf } from '../../component-base/ip-family.ts'
import { StorageError, type StoredRecord } from '../storage/interface.ts'
import type { ServerContext } from './generic/strategy.ts'
import { inWireOrder } from './generic/wire.ts'

/** `--advertise-address` and the port that is served on. `addresses`: of all servers, where others share the store. */
export interface Advertised {
  readonly address: string
  readonly port: number
  readonly addresses?: readonly string[]
}

/** Whether an object is the Endpoints or EndpointSlice of the Service `kubernetes`, which the server keeps itself. */
export const isEndpointsOfServer = ({ kind, metadata }: KubeObject): boolean =>
  (kind === 'Endpoints' || kind === 'EndpointSlice') &&
  metadata.name === 'kubernetes' &&
  metadata.namespace === 'default'

/** Makes the `kubernetes` Service, Endpoints and EndpointSlice lead to the server; other objects stay as they are. */
export function setAdvertised(object: KubeObject, advertised: Advertised): void {
  const { address, port, addresses = [address] } = advertised
  if (object.metadata.name !== 'kubernetes' || object.metadata.namespace !== 'default') return
  if (object.kind === 'Service') {
    for (const own of (object['spec'] as ServiceSpec | undefined)?.ports ?? []) own.targetPort = port
    return
  }
  if (!isEndpointsOfServer(object)) return
  for (const subset of (object as Endpoints).subsets ?? []) {
    subset.addresses = addresses.map((ip) => ({ ip }))
    for (const own of subset.ports ?? []) own.port = port
  }
  const slice = object as EndpointSlice
  const [first] = slice.endpoints ?? []
  if (first !== undefined) slice.endpoints = addresses.map((one) => ({ ...first, addresses: [one] }))
  for (const own of slice.ports ?? []) own.port = port
  if (object.kind === 'EndpointSlice') object['addressType'] = familyOf(address)
}

/** Endpoints that lead to where the server was before are brought up to date. */
export async function moveEndpoints(
  server: ServerContext,
  object: KubeObject,
  record: StoredRecord,
  advertise: Advertised,
): Promise<void> {
  const moved = deepCopy(object)
  setAdvertised(moved, advertise)
  if (JSON.stringify(moved) === JSON.stringify(object)) return
  try {
    await server.storage.update(record.key, record.modRevision, inWireOrder(moved))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}
