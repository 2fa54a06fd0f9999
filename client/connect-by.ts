import type { Agent } from 'node:http'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Connect } from '../component-base/in-process-connection.ts'

/** Lets an agent of HTTPS reach a server by connections of another kind than sockets. */
export function connectBy(agent: Agent, server: string, connect: Connect): void {
  Object.assign(agent, {
    createConnection: (options: ConnectionOptions) => connectTls({ ...options, socket: connect(server) }),
  })
}
