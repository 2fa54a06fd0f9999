// Upstream: pkg/registry/core/service/ipallocator/ipallocator.go (createIPAddress, Release)

import { FieldPath } from '../../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../../apimachinery/json.ts'
import { newInvalid } from '../../../../apimachinery/status-error.ts'
import { type IPAddress, ipToString } from '../../../../apimachinery/validation/ip-address.ts'
import { toTime } from '../../../../component-base/clock.ts'
import { StorageError } from '../../../storage/interface.ts'
import type { ServerContext } from '../../generic/strategy.ts'
import { validateParentReference } from '../../ipaddress/validation.ts'
import { serviceDialect } from '../dialect.ts'
import { alreadyAllocated } from './ip-range.ts'

/** The prefix of IPAddresses in the store. */
export const ipAddressPrefix = '/registry/ipaddresses/'
/** The Service that an IPAddress belongs to. */
export interface ServiceRef {
  namespace: string
  name: string
  uid?: string
}

/** The version of networking.k8s.io that has IPAddress in a release. */
export const ipAddressVersion = (minor: number): string => serviceDialect(minor).ipAddressVersion

/** Stores the object that stands for an address in use. Throws an AllocationError or StatusError. */
export async function createIPAddress(
  server: ServerContext,
  ip: IPAddress,
  service: ServiceRef,
): Promise<void> {
  const name = ipToString(ip)
  const parentRef = { group: '', resource: 'services', namespace: service.namespace, name: service.name }
  const errors = validateParentReference(parentRef, FieldPath.of('spec', 'parentRef'))
  if (errors.length > 0) throw newInvalid({ group: 'networking.k8s.io', kind: 'IPAddress' }, name, errors)
  try {
    await server.storage.create(
      `${ipAddressPrefix}${name}`,
      ipAddressObject(server, name, ip.family, service),
    )
  } catch (error) {
    if (error instanceof StorageError && error.code === 'exists') throw alreadyAllocated()
    throw error
  }
}

const familyLabel = 'ipaddress.kubernetes.io/ip-family'
const managerLabel = 'ipaddress.kubernetes.io/managed-by'

function ipAddressObject(
  server: ServerContext,
  name: string,
  family: 4 | 6,
  service: ServiceRef,
): KubeObject {
  const apiVersion = `networking.k8s.io/${ipAddressVersion(server.release.minor)}`
  const time = toTime(server.clock.now())
  const { tellsParentUID } = serviceDialect(server.release.minor)
  const parentRef = {
    resource: 'services',
    namespace: service.namespace,
    name: service.name,
    ...(tellsParentUID && service.uid !== undefined ? { uid: service.uid } : {}),
  }
  return {
    kind: 'IPAddress',
    apiVersion,
    metadata: {
      name,
      uid: server.random.uuid(),
      creationTimestamp: time,
      labels: { [familyLabel]: `IPv${family}`, [managerLabel]: 'ipallocator.k8s.io' },
      managedFields: [
        {
          manager: 'kube-apiserver',
          operation: 'Update',
          apiVersion,
          time,
          fieldsType: 'FieldsV1',
          fieldsV1: ownedFields(parentRef),
        },
      ],
    },
    spec: { parentRef },
  }
}

const ownedFields = (parentRef: object) => ({
  'f:metadata': { 'f:labels': { '.': {}, [`f:${familyLabel}`]: {}, [`f:${managerLabel}`]: {} } },
  'f:spec': {
    'f:parentRef': {
      '.': {},
      ...Object.fromEntries(Object.keys(parentRef).map((name) => [`f:${name}`, {}])),
    },
  },
})

/** Removes the object; it does not matter if it is gone already. */
export async function deleteIPAddress(server: ServerContext, ip: IPAddress): Promise<void> {
  const key = `${ipAddressPrefix}${ipToString(ip)}`
  const record = await server.storage.get(key)
  if (record === undefined) return
  await server.storage.delete(key, record.modRevision).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
  })
}
