import type { Agent } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Connect } from '../component-base/in-process-connection.ts'

/** Lets an agent reach a server by `connect` in place of sockets; TLS, where the server has it, runs over these connections. */
export function connectBy(agent: Agent, server: string, connect: Connect): void {
  const createConnection = (
    options: ConnectionOptions,
    created: (error: Error) => void,
  ): Duplex | undefined => {
    try {
      const socket = connect(server)
      return server.startsWith('https:') ? connectTls({ ...options, socket }) : socket
    } catch (error) {
      // As a socket that is refused: the request is there already, and has the error.
      process.nextTick(created, error)
      return undefined
    }
  }
  Object.assign(agent, { createConnection })
}
