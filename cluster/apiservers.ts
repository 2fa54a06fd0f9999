// The kube-apiservers of a set of components, and the one CA by which credentials outlive a server.
import { type ClientConfig, formatKubeconfig } from '../client/kubeconfig.ts'
import { realClock } from '../component-base/clock.ts'
import type { FlagValues } from '../component-base/flags/flag-values.ts'
import type { Logger } from '../component-base/klog.ts'
import { type IssuingOptions, signerNames } from '../controllers/issuing.ts'
import { readIssuing } from '../controllers/options/issuing-files.ts'
import { CertificateStore } from '../server/endpoints/authentication/certificate-store.ts'
import type { Turns } from '../server/http-listeners.ts'
import type { ApiserverConfig } from '../server/options/apiserver-config.ts'
import { prepareApiserver } from '../server/options/prepare-apiserver.ts'
import { type RunningApiserver, startApiserver } from '../server/start-apiserver.ts'
import type { Storage } from '../server/storage/interface.ts'
import { writerOf } from '../server/storage/writer-of.ts'
import { type ComponentEnvironment, reporting } from './component-environment.ts'
import type { ApiserverStart, ComponentsOptions, RunningServer, Started } from './component-start.ts'
import { filesNamedIn } from './files-named-in.ts'
import { freePort } from './free-port.ts'
import { ownUrl } from './own-url.ts'
import { peerFiles } from './peer-files.ts'

const freePortAttempts = 5

/** Starts the kube-apiservers of a set of components. Credentials of the CA stay valid when a server is started anew. */
export class Apiservers {
  private readonly environment: ComponentEnvironment
  private readonly certificates: CertificateStore
  private readonly advertise: ComponentsOptions['advertise']
  private readonly turns: Turns | undefined

  constructor(environment: ComponentEnvironment, { certDir, advertise, turns }: ComponentsOptions) {
    this.environment = environment
    // TLS stacks look at the host's time, whatever the cluster's clock says.
    this.certificates = new CertificateStore(certDir, () => realClock.now())
    this.advertise = advertise
    this.turns = turns
  }

  /** Resolves when the server serves. */
  async start(start: ApiserverStart): Promise<Started<RunningServer>> {
    for (let left = freePortAttempts; ; left--) {
      const started = await this.startOn(start.port || (await freePort()), start)
      // Another process may have taken a port that was free when it was chosen.
      if (started.ok || start.port || left === 1 || started.reason?.code !== 'address in use') return started
    }
  }

  private async startOn(port: number, start: ApiserverStart): Promise<Started<RunningServer>> {
    const { clock, nodes, plan, random } = this.environment
    const { logger, stderr } = this.environment.logging('kube-apiserver', start.log, start.name)
    const advertise = start.advertise ?? this.advertise
    let storage: Storage | undefined
    try {
      const own = [
        `--release=${start.release}`,
        ...(start.dataDir === undefined ? [] : [`--data-dir=${start.dataDir}`]),
        ...(advertise === undefined ? [] : [`--advertise-address=${advertise.address}`]),
      ]
      const peers = start.reachPeer && (await peerFiles(this.certificates, start))
      const given = [...(peers?.flags ?? []), ...start.args.filter((a) => !a.startsWith('--secure-port'))]
      const config = prepareApiserver([...own, `--secure-port=${port}`, ...given], {
        logger,
        notice: stderr.notice,
        readFile: await filesNamedIn(given, peers?.readFile ?? start.readFile),
        ...(plan === undefined ? {} : { plan }),
      })
      if ('print' in config) return { ok: false, exitCode: 0, stderr: config.print }
      logger.log('I', `Version: ${start.version ?? config.release.text}`)
      logger.logS('I', 'Golang settings', { GOGC: '', GOMAXPROCS: '', GOTRACEBACK: '' })
      storage = await start.openStorage?.(writerOf(config), logger)
      const running = await startApiserver(
        {
          ...config,
          dataDir: start.dataDir,
          certDir: undefined,
          release: reporting(config.release, start.version),
          advertisePort: advertise?.port ?? config.port,
        },
        {
          logger,
          clock,
          random,
          certificates: this.certificates,
          trusting: start.trusting === true,
          mayReachWebhooks: start.mayReachWebhooks === true,
          nodes,
          ...(this.turns === undefined ? {} : { turns: this.turns }),
          ...(storage === undefined ? {} : { storage }),
          ...(start.grace === undefined ? {} : { grace: start.grace }),
          ...(start.reachPeer === undefined ? {} : { reachPeer: start.reachPeer }),
          ...(start.name === undefined ? {} : { hostname: start.name }),
          ...(start.connectEtcd === undefined ? {} : { connectEtcd: start.connectEtcd }),
        },
      )
      return { ok: true, component: await this.runningServer(running, storage, config, start.knownAs) }
    } catch (error) {
      await storage?.close()
      return stderr.failure(error)
    }
  }

  private async runningServer(
    running: RunningApiserver,
    storage: Storage | undefined,
    { gates, release }: Pick<ApiserverConfig, 'gates' | 'release'>,
    knownAs = running.url,
  ): Promise<RunningServer> {
    const { cert: ca } = await this.certificates.authority()
    const users = await this.users()
    const { servers } = this.environment
    servers.set(ownUrl(running.url), running.server)
    /** The kubeconfigs by user and URL, since each of many nodes asks for the same. */
    const texts = new Map<string, string>()
    return {
      url: running.url,
      gates: { set: gates.given, effective: gates, release },
      kubeconfig(user, url = knownAs) {
        const id = `${user} ${url}`
        const text =
          texts.get(id) ?? formatKubeconfig({ server: url, ca, ...(users.get(user) ?? users.get('admin')!) })
        texts.set(id, text)
        return text
      },
      storage: running.storage,
      activity: () => ({ revision: running.storage.revision(), inFlight: running.server.inFlight() }),
      onWrite: (told) => {
        const watcher = running.storage.watch('', undefined, ({ record }) => told(record.key))
        return () => watcher.stop()
      },
      stop: async () => {
        servers.delete(ownUrl(running.url))
        await running.close()
        await storage?.close()
      },
    }
  }

  /** A kubeconfig with a new client certificate, for a server that this has started. */
  async userKubeconfig(
    server: { url: string },
    user: { name: string; groups: readonly string[] },
  ): Promise<string> {
    const authority = await this.certificates.authority()
    const { issueCertificate } = await import('../component-base/certificate-authority.ts')
    const pair = await issueCertificate(
      authority,
      { commonName: user.name, organizations: user.groups, usage: 'client' },
      realClock.now(),
    )
    return formatKubeconfig({ server: server.url, ca: authority.cert, ...pair })
  }

  /**
   * What kube-controller-manager signs with: the files that its flags name, as far as its computer has them (`files` throws for
   * others), else the keys that the servers believe. Throws ControllerManagerStartError.
   */
  async issuing(
    values: FlagValues,
    { files, clusterCA, logger }: { files: (path: string) => string; clusterCA: string; logger: Logger },
  ): Promise<IssuingOptions> {
    const authority = await this.certificates.authority()
    const own = {
      accountKey: this.certificates.serviceAccountKey(),
      signers: new Map(Object.values(signerNames).map((name) => [name, authority])),
    }
    const given = readIssuing({
      values,
      fileOf: (flag) => (isThere(files, values.string(flag)) ? values.string(flag) : ''),
      readFile: files,
      clusterCA,
      certificateTime: () => realClock.now(),
      logger,
    })
    return {
      ...given,
      accountKey: given.accountKey ?? own.accountKey,
      signers: given.signers.size === 0 ? own.signers : given.signers,
    }
  }

  private async users(): Promise<Map<string, Pick<ClientConfig, 'cert' | 'key'>>> {
    const admin = await this.certificates.client('admin', 'kubernetes-admin', ['system:masters'])
    return new Map([['admin', admin]])
  }
}

function isThere(readFile: (path: string) => string, path: string): boolean {
  try {
    return readFile(path) !== ''
  } catch {
    return false
  }
}
