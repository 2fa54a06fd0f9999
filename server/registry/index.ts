// THE table of resources: one line for each resource that has rules of its own. All others follow generic/default-strategy.ts.
import { endpointsRegistration } from './endpoints/strategy.ts'
import { endpointSliceRegistration } from './endpointslice/strategy.ts'
import { eventRegistrations } from './event/strategy.ts'
import type { ResourceRegistration } from './generic/strategy.ts'
import { ipAddressRegistration } from './ipaddress/strategy.ts'
import { leaseRegistration } from './lease/strategy.ts'
import { namespaceRegistration } from './namespace/strategy.ts'
import { nodeRegistration } from './node/strategy.ts'
import { rbacRegistrations } from './rbac/strategy.ts'
import { serviceRegistration } from './service/strategy.ts'
import { serviceCIDRRegistration } from './servicecidr/strategy.ts'
import { workloadRegistrations } from './workloads.ts'

export const registrations: readonly ResourceRegistration[] = [
  endpointsRegistration,
  endpointSliceRegistration,
  ...eventRegistrations,
  ipAddressRegistration,
  leaseRegistration,
  namespaceRegistration,
  nodeRegistration,
  ...rbacRegistrations,
  serviceRegistration,
  serviceCIDRRegistration,
  ...workloadRegistrations,
]
