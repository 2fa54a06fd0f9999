// Connections to servers, kept from one command to the next: where commands run in one process, none has to shake hands anew.
import { Agent as PlainAgent } from 'node:http'
import { Agent } from 'node:https'
import { connectBy } from '../client/connect-by.ts'
import type { ClientConfig } from '../client/kubeconfig.ts'
import type { Connect } from '../component-base/in-process-connection.ts'

type ConnectionConfig = Pick<ClientConfig, 'server' | 'ca' | 'cert' | 'key' | 'insecure'>

export class Connections {
  private readonly connect: Connect | undefined
  private readonly agents = new Map<string, Agent | PlainAgent>()

  /** @param connect opens the connections to the server, in place of sockets */
  constructor(connect?: Connect) {
    this.connect = connect
  }

  /** The same for the same server and credentials. */
  agent({ server, ca, cert, key, insecure }: ConnectionConfig): Agent | PlainAgent {
    const name = JSON.stringify([server, ca, cert, key, insecure === true])
    const known = this.agents.get(name)
    if (known !== undefined) return known
    const secure = server.startsWith('https:')
    const agent = secure
      ? new Agent({ keepAlive: true, ca, cert, key, rejectUnauthorized: insecure !== true })
      : new PlainAgent({ keepAlive: true })
    if (this.connect !== undefined) connectBy(agent, server, this.connect)
    this.agents.set(name, agent)
    return agent
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy()
    this.agents.clear()
  }
}
