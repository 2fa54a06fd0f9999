// Connections to servers, kept from one command to the next: where commands run in one process, none has to shake hands anew.
import type { Agent } from 'node:http'
import { keptConnections } from '../client/http.ts'
import type { ConnectionConfig } from '../client/kubeconfig.ts'
import type { Connect } from '../component-base/in-process-connection.ts'

/** Kept connections to servers, by server and credentials. */
export class Connections {
  private readonly connect: Connect | undefined
  private readonly agents = new Map<string, Agent>()

  /** @param connect opens the connections to the server, in place of sockets */
  constructor(connect?: Connect) {
    this.connect = connect
  }

  /** The same for the same server and credentials. */
  agent(config: ConnectionConfig): Agent {
    const { server, ca, cert, key, insecure } = config
    const name = JSON.stringify([server, ca, cert, key, insecure === true])
    const known = this.agents.get(name)
    if (known !== undefined) return known
    const agent = keptConnections(config, this.connect)
    this.agents.set(name, agent)
    return agent
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy()
    this.agents.clear()
  }
}
