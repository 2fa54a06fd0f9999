import type { Agent } from 'node:http'
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  type SecureContext,
} from 'node:tls'
import type { Connect, Connection } from '../component-base/in-process-connection.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import type { ConnectionConfig } from './kubeconfig.ts'

/** By configuration: servers remember whom they trust by what they are shown. */
const known = new WeakMap<Readonly<ConnectionConfig>, ClientTls>()

/** The TLS material of a client, and the host that it means: one object for all clients of a configuration, which is not changed. */
export function tlsOf(config: Readonly<ConnectionConfig>): ClientTls {
  let tls = known.get(config)
  if (tls === undefined) {
    const { server, ca, cert, key, insecure } = config
    tls = { host: new URL(server).hostname.replace(/^\[|\]$/g, ''), ca, cert, key, insecure }
    known.set(config, tls)
  }
  return tls
}

/**
 * Lets an agent reach its server by `connect` in place of sockets; TLS, where the server has it and wants a handshake, runs over
 * these connections.
 */
export function connectBy(agent: Agent, config: ConnectionConfig, connect: Connect): void {
  const { server, ca, cert, key } = config
  const client = tlsOf(config)
  let context: SecureContext | undefined
  const createConnection = (
    options: ConnectionOptions,
    created: (error: Error) => void,
  ): Connection | undefined => {
    try {
      const socket = connect(server, client)
      if (socket.encrypted === true || !server.startsWith('https:')) return socket
      context ??= createSecureContext({ ca, cert, key })
      return connectTls({ ...options, socket, secureContext: context })
    } catch (error) {
      // As a socket that is refused: the request is there already, and has the error.
      process.nextTick(created, error)
      return undefined
    }
  }
  Object.assign(agent, { createConnection })
}
