// What every command has: the command line, the server, its resources.
import { type ClientConfig, parseKubeconfig } from '../client/kubeconfig.ts'
import type { CommandLine } from './command-line.ts'
import type { KubectlHost } from './host.ts'
import { discover, type Resource } from './resources.ts'
import { Transport } from './transport.ts'
import { KubectlError } from './usage-error.ts'

export class Session {
  readonly host: KubectlHost
  readonly line: CommandLine
  /** Refusals that are printed after everything else. */
  readonly late: string[] = []
  private connection: Promise<Transport> | undefined
  private known: Promise<Resource[]> | undefined

  constructor(host: KubectlHost, line: CommandLine) {
    this.host = host
    this.line = line
  }

  transport(): Promise<Transport> {
    this.connection ??= this.config().then(
      (config) => new Transport(config, (text) => this.host.stderr(text)),
    )
    return this.connection
  }

  async resources(): Promise<Resource[]> {
    this.known ??= this.transport().then(discover)
    return this.known
  }

  /** -n, else the context's namespace, else default. */
  async namespace(): Promise<string> {
    return this.line.get('namespace') ?? (await this.transport()).config.namespace ?? 'default'
  }

  async kubeconfig(): Promise<string | undefined> {
    const { env } = this.host
    const path =
      this.line.get('kubeconfig') ??
      (env.get('KUBECONFIG') || `${env.get('HOME') ?? ''}/.kube/config`).split(':')[0]!
    try {
      return await this.host.readFile(path)
    } catch {
      if (this.line.get('kubeconfig') !== undefined)
        throw new KubectlError(`stat ${path}: no such file or directory`)
      return undefined
    }
  }

  private async config(): Promise<ClientConfig> {
    const text = await this.kubeconfig()
    const server = this.line.get('server')
    const context = this.line.get('context')
    const base =
      text === undefined
        ? { server: 'http://localhost:8080' }
        : parseKubeconfig(text, context === undefined ? {} : { context })
    const token = this.line.get('token')
    return {
      ...base,
      ...(server === undefined ? {} : { server: server.includes('://') ? server : `http://${server}` }),
      ...(token === undefined ? {} : { token }),
      ...(this.line.is('insecure-skip-tls-verify') ? { insecure: true } : {}),
    }
  }

  async close(): Promise<void> {
    for (const text of this.late) this.host.stderr(text)
    await this.connection?.then((t) => t.close()).catch(() => {})
  }
}
