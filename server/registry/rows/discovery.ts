import { endpointSliceRules } from '../endpointslice/strategy.ts'
import * as net from '../tables/networking.ts'
import { group } from './group.ts'

/** The rows of discovery.k8s.io. */
export const discoveryRows = group('discovery.k8s.io', {
  endpointslices: { rules: endpointSliceRules, table: net.printEndpointSlice },
})
