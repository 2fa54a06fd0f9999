import type { Agent } from 'node:http'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { Connect } from '../component-base/in-process-connection.ts'

/** Lets an agent of HTTPS reach a server by connections of another kind than sockets. */
export function connectBy(agent: Agent, server: string, connect: Connect): void {
  const createConnection = (
    options: ConnectionOptions,
    created: (error: Error) => void,
  ): TLSSocket | undefined => {
    try {
      return connectTls({ ...options, socket: connect(server) })
    } catch (error) {
      // As a socket that is refused: the request is there already, and has the error.
      process.nextTick(created, error)
      return undefined
    }
  }
  Object.assign(agent, { createConnection })
}
