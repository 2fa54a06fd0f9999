// Upstream: kube-aggregator/pkg/apiserver/apiserver.go (AddAPIService, RemoveAPIService)
import type { APIServiceSpec, APIServiceStatus } from '../../api/apiregistration-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { byVersionPriority } from '../endpoints/discovery/version-priority.ts'
import type { Storage, Watcher } from '../storage/interface.ts'

const prefix = '/registry/apiregistration.k8s.io/apiservices/'

/** An APIService whose group version another server answers. */
export interface RemoteAPIService {
  /** `<version>.<group>`: `v1.example.com`. */
  readonly name: string
  readonly group: string
  readonly version: string
  readonly groupPriority: number
  readonly versionPriority: number
  readonly service: { readonly namespace: string; readonly name: string; readonly port: number }
  /** PEM; empty: authorities of the host. */
  readonly ca: string
  readonly skipsVerification: boolean
  /** The condition Available. */
  readonly isAvailable: boolean
}

/** The extension server of an APIService; undefined where the APIService is local (`spec.service` is not set). */
export function remoteOf(object: KubeObject): RemoteAPIService | undefined {
  const spec = (object['spec'] ?? {}) as APIServiceSpec
  const { service } = spec
  if (service == null) return undefined
  const { conditions } = (object['status'] ?? {}) as APIServiceStatus
  return {
    name: object.metadata.name ?? '',
    group: spec.group ?? '',
    version: spec.version ?? '',
    groupPriority: spec.groupPriorityMinimum ?? 0,
    versionPriority: spec.versionPriority ?? 0,
    service: { namespace: service.namespace ?? '', name: service.name ?? '', port: service.port ?? 443 },
    ca: Buffer.from(spec.caBundle ?? '', 'base64')
      .toString('utf8')
      .trim(),
    skipsVerification: spec.insecureSkipTLSVerify === true,
    isAvailable: (conditions ?? []).some(({ type, status }) => type === 'Available' && status === 'True'),
  }
}

/** The better version first. */
const byPriority = (a: RemoteAPIService, b: RemoteAPIService): number =>
  b.versionPriority - a.versionPriority || byVersionPriority(a.version, b.version)

/** The APIServices that other servers answer, as they are stored now. */
export class APIServiceDirectory {
  readonly #storage: Storage
  readonly #changed: () => void
  readonly #failed: (error: unknown) => void
  #services: readonly RemoteAPIService[] = []
  #watcher: Watcher | undefined
  #reading: Promise<void> = Promise.resolve()
  /** Grows with each change. */
  revision = 0

  /** @param told `changed` after each change, also of conditions; `failed` where what changed cannot be read */
  constructor(
    storage: Storage,
    { changed, failed }: { changed: () => void; failed: (error: unknown) => void },
  ) {
    this.#storage = storage
    this.#changed = changed
    this.#failed = failed
  }

  /** Rejects where what is stored cannot be read, and may be called again then. */
  async start(): Promise<void> {
    this.#watcher ??= this.#storage.watch(prefix, undefined, () => this.#readSoon())
    await this.#read()
  }

  stop(): void {
    this.#watcher?.stop()
  }

  /** The extension servers' APIServices in the order of discovery. */
  all(): readonly RemoteAPIService[] {
    return this.#services
  }

  find(group: string, version: string): RemoteAPIService | undefined {
    return this.#services.find((one) => one.group === group && one.version === version)
  }

  /** Reads the APIServices again after the reading before, so that an older list never replaces a newer list. */
  #readSoon(): void {
    this.#reading = this.#reading.then(() => this.#read()).catch(this.#failed)
  }

  async #read(): Promise<void> {
    const { records } = await this.#storage.list(prefix)
    const services = records.map(({ object }) => remoteOf(object)).filter((one) => one !== undefined)
    const sorted = services.sort(
      (a, b) => b.groupPriority - a.groupPriority || compareText(a.group, b.group) || byPriority(a, b),
    )
    if (JSON.stringify(sorted) === JSON.stringify(this.#services)) return
    this.#services = sorted
    this.revision++
    this.#changed()
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
