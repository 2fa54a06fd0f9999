// Endpoints that are no plain resources. Reviews and tokens belong to authentication and authorization.
import { connecting } from '../handlers/connect.ts'
import type { SpecialHandler } from '../resource-router.ts'
import { handleComponentStatuses } from './component-statuses.ts'
import { creating } from './creating.ts'
import { evictions } from './eviction.ts'
import { bindings } from './pod-actions.ts'
import { podStreams } from './pod-streams.ts'
import { handleProxy } from './proxy.ts'
import { handleScale } from './scale.ts'

/** The handlers of subresources and resources that are not simply stored, by `group/resource/subresource`. */
export const specialHandlers: ReadonlyMap<string, SpecialHandler> = new Map([
  ['apps/deployments/scale', handleScale],
  ['apps/replicasets/scale', handleScale],
  ['apps/statefulsets/scale', handleScale],
  ['/replicationcontrollers/scale', handleScale],
  ['/bindings', creating(bindings)],
  ['/pods/binding', creating(bindings)],
  ['/pods/eviction', creating(evictions)],
  ['/componentstatuses', handleComponentStatuses],
  ['/nodes/proxy', connecting(handleProxy)],
  ['/services/proxy', connecting(handleProxy)],
  ['/pods/proxy', connecting(handleProxy)],
  ...podStreams({ podLog: () => undefined, connect: () => undefined }),
])
