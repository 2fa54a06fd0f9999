import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseKubeconfig } from '../client/kubeconfig.ts'
import type { Clock } from '../component-base/clock.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import type { AuthenticatedUser } from './authenticated-user.ts'
import { ClusterClient } from './cluster-client.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import type { ClusterOptions } from './cluster-options.ts'
import type { Components } from './components.ts'

interface Parts {
  components: Pick<Components, 'userKubeconfig' | 'direct'>
  options: Pick<ClusterOptions, 'http' | 'warn'>
  clock: Clock
  /** Private files, gone with the cluster. */
  directory: string
  /** Opens connections in place of sockets. */
  connect: Connect | undefined
}

/** The clients and users of a cluster, which are closed with it. */
export class ClusterClients {
  private readonly parts: Parts
  private readonly clients: ClusterClient[] = []
  private users = 0

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** @param server the URL of one server of several; undefined: that of the kubeconfig */
  client(kubeconfig: string, userAgent: string, server?: string): ClusterClient {
    const { clock, components, connect, options } = this.parts
    const { direct } = components
    const { warn } = options
    const config = parseKubeconfig(kubeconfig)
    const client = new ClusterClient(server === undefined ? config : { ...config, server }, {
      userAgent,
      clock,
      ...(warn === undefined ? {} : { warn }),
      ...(connect === undefined ? {} : { connect }),
      ...(direct === undefined ? {} : { direct }),
    })
    this.clients.push(client)
    return client
  }

  /** A user with a new certificate. @param url of the cluster @param check throws where the cluster has been stopped */
  async addUser(
    name: string,
    groups: readonly string[],
    url: string,
    check: () => void,
  ): Promise<AuthenticatedUser> {
    const { components, directory } = this.parts
    const kubeconfig = await components.userKubeconfig({ url }, { name, groups })
    const kubeconfigPath = join(directory, `user-${++this.users}.kubeconfig`)
    await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 })
    const client = (userAgent = 'kepsim'): ClusterClient => {
      check()
      return this.client(kubeconfig, userAgent)
    }
    return { name, groups, kubeconfig, kubeconfigPath, client }
  }

  /** Throws ClusterUsageError where there can be no such user. */
  checkUser(name: string): void {
    if (name === '') throw new ClusterUsageError('a user needs a name')
    if (this.parts.options.http === true)
      throw new ClusterUsageError(
        'over plain HTTP nobody can show a certificate: everybody may do everything',
      )
  }

  close(): void {
    for (const client of this.clients) client.close()
  }
}
