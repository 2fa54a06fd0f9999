// Endpoints that are no plain resources. Reviews and tokens belong to authentication and authorization.
import type { SpecialHandler } from '../resource-router.ts'
import { handleComponentStatuses } from './component-statuses.ts'
import { handleBinding, handleEviction, handlePodStream } from './pod-actions.ts'
import { handleProxy } from './proxy.ts'
import { handleScale } from './scale.ts'

export const specialHandlers: ReadonlyMap<string, SpecialHandler> = new Map([
  ['apps/deployments/scale', handleScale],
  ['apps/replicasets/scale', handleScale],
  ['apps/statefulsets/scale', handleScale],
  ['/replicationcontrollers/scale', handleScale],
  ['/bindings', handleBinding],
  ['/pods/binding', handleBinding],
  ['/pods/eviction', handleEviction],
  ['/componentstatuses', handleComponentStatuses],
  ['/nodes/proxy', handleProxy],
  ['/services/proxy', handleProxy],
  ['/pods/proxy', handleProxy],
  ['/pods/log', handlePodStream],
  ['/pods/exec', handlePodStream],
  ['/pods/attach', handlePodStream],
  ['/pods/portforward', handlePodStream],
])
