// What every command has: the command line, the server, its resources.

import { loadKubeconfig } from '../client/kubeconfig.ts'
import type { FlagValues } from '../component-base/flags/flag-values.ts'
import { parseDuration } from '../component-base/go/duration.ts'
import { minorOf } from '../component-base/minor.ts'
import { newestOf, parseRelease } from '../component-base/release.ts'
import { KubectlError, PlainError, usageError } from './errors.ts'
import type { ReadLine } from './flags/read-flags.ts'
import type { KubectlHost } from './host.ts'
import { KubeconfigFiles } from './kubeconfig-files.ts'
import { discover, type Resource } from './resources/discovery.ts'
import { Transport, type TransportConfig } from './transport.ts'

/** The release of the kubectl that the host has, as `1.36.3`: the newest one where nothing says otherwise. */
function releaseOfHost({ release }: KubectlHost): string {
  if (release !== undefined) return release
  newest ??= parseRelease(newestOf()).text.slice(1)
  return newest
}
let newest: string | undefined

/** The minor release of the kubectl that the host has. */
export const minorOfHost = (host: KubectlHost): number => minorOf(releaseOfHost(host))

type Merged = NonNullable<Awaited<ReturnType<KubeconfigFiles['load']>>>

/** A run of a command: its flags, and the server, which is connected to when it is first asked. */
export class Session {
  readonly host: KubectlHost
  /** The words of the command, as `rollout status`. */
  readonly path: string
  readonly flags: FlagValues
  /** What follows `--`. */
  readonly command: string[] | undefined
  readonly kubeconfig: KubeconfigFiles
  private readonly set: ReadonlySet<string>
  private connection: Promise<Transport> | undefined
  private known: Promise<Resource[]> | undefined

  constructor(host: KubectlHost, path: string, line: ReadLine) {
    this.host = host
    this.path = path
    this.flags = line.values
    this.set = line.set
    this.command = line.command
    this.kubeconfig = new KubeconfigFiles(host, line.values.string('kubeconfig'))
  }

  /** Whether the command line sets the flag. */
  changed(flag: string): boolean {
    return this.set.has(flag)
  }

  /** The minor release of this kubectl: texts differ. */
  get minor(): number {
    return minorOfHost(this.host)
  }
  get release(): string {
    return releaseOfHost(this.host)
  }

  transport(): Promise<Transport> {
    this.connection ??= this.config().then((config) => new Transport(config, this.host))
    return this.connection
  }

  /** Another one, which goes on after the command where its connections do. */
  async lastingTransport(): Promise<Transport> {
    return new Transport(await this.config(), this.host)
  }

  /** How many warnings the server gave, each counted once. */
  async warnings(): Promise<number> {
    return (await this.connection)?.warnings ?? 0
  }

  async resources(): Promise<Resource[]> {
    this.known ??= this.transport().then(discover)
    return this.known
  }

  /** -n, else the context's namespace, else default. */
  async namespace(): Promise<string> {
    const flag = this.path.startsWith('config ') ? '' : this.flags.string('namespace')
    return flag === '' ? ((await this.config()).namespace ?? 'default') : flag
  }

  /** Whether the namespace comes from the command line, which objects of files must then agree with. */
  get enforceNamespace(): boolean {
    return this.flags.string('namespace') !== ''
  }

  usageError(message: string): KubectlError {
    return usageError(this.path, message)
  }

  /** The duration of `--request-timeout`, a flag that is text, in milliseconds; 0: none. Throws KubectlErrors. */
  requestTimeout(): number {
    const text = this.flags.string('request-timeout', '0')
    if (/^\d+$/.test(text)) return Number(text) * 1000
    try {
      return parseDuration(text)
    } catch {
      throw new KubectlError(
        'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
      )
    }
  }

  private async config(): Promise<TransportConfig> {
    const merged = await this.kubeconfig.load()
    const flag = (name: string): string => this.flags.string(name)
    const named = merged?.contexts ?? []
    const has = (list: readonly { name?: unknown }[] | null | undefined, name: string): boolean =>
      (list ?? []).some((one) => one.name === name)
    if (flag('cluster') !== '' && !has(merged?.clusters, flag('cluster')))
      throw new KubectlError(`no server found for cluster "${flag('cluster')}"`)
    if (flag('user') !== '' && !has(merged?.users, flag('user')))
      throw new KubectlError(`auth info "${flag('user')}" does not exist`)
    if (flag('context') !== '' && !named.some((c) => c.name === flag('context')))
      throw new PlainError(
        `Error in configuration: context was not found for specified context: ${flag('context')}`,
      )
    const base: TransportConfig =
      merged === undefined
        ? { server: 'http://localhost:8080' }
        : await loadKubeconfig(
            JSON.stringify(this.chosen(merged)),
            this.host.readFile,
            flag('context') || undefined,
          )
    const [server, token, user] = [flag('server'), flag('token'), flag('as')]
    const timeout = this.requestTimeout()
    if (user === '' && (this.flags.strings('as-group').length > 0 || flag('as-uid') !== ''))
      throw new KubectlError(
        `requesting uid, groups or user-extra for ${await this.userName()} without impersonating a user`,
      )
    const basicAuth = await this.basicAuth(token === '' ? base.token : token)
    return {
      ...base,
      ...(basicAuth === undefined ? {} : { basicAuth }),
      ...(server === '' ? {} : { server: server.includes('://') ? server : `http://${server}` }),
      ...(token === '' ? {} : { token }),
      ...(this.flags.bool('insecure-skip-tls-verify') ? { insecure: true } : {}),
      ...(timeout > 0 ? { timeout } : {}),
      ...(user === ''
        ? {}
        : { impersonate: { user, groups: this.flags.strings('as-group'), uid: flag('as-uid') } }),
    }
  }

  /** The kubeconfig with --cluster and --user in its context. */
  private chosen(config: Merged): Merged {
    const [cluster, user] = [this.flags.string('cluster'), this.flags.string('user')]
    if (cluster === '' && user === '') return config
    const wanted = this.flags.string('context') || config['current-context']
    const contexts = (config.contexts ?? []).map((one) =>
      one.name === wanted
        ? {
            ...one,
            context: {
              ...(one['context'] as object),
              ...(cluster === '' ? {} : { cluster }),
              ...(user === '' ? {} : { user }),
            },
          }
        : one,
    )
    return { ...config, contexts }
  }

  /** --username and --password: `user:password`. Throws where there is a token too. */
  private async basicAuth(token: string | undefined): Promise<string | undefined> {
    const [username, password] = [this.flags.string('username'), this.flags.string('password')]
    if (username === '' && password === '') return undefined
    if (token === undefined) return `${username}:${password}`
    throw new KubectlError(
      `more than one authentication method found for ${await this.userName()}; found [token basicAuth], only one is allowed`,
    )
  }

  /** The user of the context. */
  private async userName(): Promise<string> {
    const config = await this.kubeconfig.load()
    const wanted = this.flags.string('context') || config?.['current-context']
    const context = config?.contexts?.find((one) => one.name === wanted)?.['context'] as
      | { user?: string }
      | undefined
    return context?.user ?? ''
  }

  async close(): Promise<void> {
    await this.connection?.then((t) => t.close()).catch(() => {})
  }
}
