// Upstream: staging/src/k8s.io/endpointslice/util/controller_utils.go (NewPortMapKey), apimachinery's util/dump
import { createHash } from 'node:crypto'

/** discovery/v1 EndpointPort. */
export interface SlicePort {
  name: string
  protocol: string
  port: number
  appProtocol?: string
}

/** The ports in the order of a new slice: by a hash of each, which has nothing to do with the Service's order. */
export const inSliceOrder = (ports: readonly SlicePort[]): SlicePort[] =>
  ports
    .map((port) => ({ port, hash: createHash('md5').update(goText(port)).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
    .map(({ port }) => port)

/** As Go dumps the value to hash it. */
const goText = ({ name, protocol, port, appProtocol = '<nil>' }: SlicePort): string =>
  `(v1.EndpointPort){Name:(*string)${name} Protocol:(*v1.Protocol)${protocol} Port:(*int32)${port} AppProtocol:(*string)${appProtocol}}`
