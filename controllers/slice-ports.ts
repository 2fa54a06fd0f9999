// Upstream: staging/src/k8s.io/endpointslice/util/controller_utils.go (NewPortMapKey), apimachinery's util/dump

import { createHash } from 'node:crypto'
import type { EndpointPort } from '../api/discovery-v1.ts'
import { goDump } from '../apimachinery/go-print/dump.ts'
import { goType } from '../apimachinery/go-print/go-type.ts'

/** discovery/v1 EndpointPort. */
export type SlicePort = EndpointPort
/** The ports in the order of a new slice: by a hash of each, which says nothing of the Service's own order. */
export const inSliceOrder = (ports: readonly SlicePort[]): SlicePort[] =>
  ports
    .map((port) => ({
      port,
      hash: createHash('md5')
        .update(goDump(port, goType('discovery/v1.EndpointPort')))
        .digest('hex'),
    }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
    .map(({ port }) => port)
