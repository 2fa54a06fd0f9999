import { connecting } from '../handlers/connect.ts'
import type { SpecialHandler } from '../resource-router.ts'
import type { NodeBackend } from './node-backend.ts'
import { podStreams } from './pod-streams.ts'
import { proxyOver } from './proxy.ts'

/** The handlers of a server that reaches kubelets, by `/resource/subresource`. */
export const nodeHandlers = (nodes: NodeBackend): ReadonlyMap<string, SpecialHandler> =>
  new Map<string, SpecialHandler>([
    ...podStreams(nodes),
    ['/nodes/proxy', connecting(proxyOver(nodes))],
    ['/services/proxy', connecting(proxyOver(nodes))],
    ['/pods/proxy', connecting(proxyOver(nodes))],
  ])
