// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy,webhook}/manifest/source/source.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { Logger } from '../../../component-base/klog.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { type ManifestDisk, readManifests } from './manifest-files.ts'
import type { ManifestMetrics } from './manifest-metrics.ts'
import { ManifestReader, type ManifestRules } from './manifest-objects.ts'
import { checkBound } from './manifest-rules.ts'

/** The server, disk, clock, logger and metrics that the manifest folders of one server share. */
export interface ManifestParts {
  readonly apiserver: GenericAPIServer
  readonly disk: ManifestDisk
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: ManifestMetrics
}

/** Upstream is told of changes by the system, and reads all again each minute. In milliseconds. */
const [looksAfter, readsAfter] = [1000, 60_000]

const byName = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number =>
  (a.name ?? '') < (b.name ?? '') ? -1 : 1

/** The objects in a folder of manifests: read when the server starts, and again when a file changes. */
export class ManifestFolder {
  private readonly plugin: string
  private readonly path: string
  private readonly rules: ManifestRules
  private readonly parts: ManifestParts
  private current: readonly KubeObject[] = []
  private hash: string
  /** The hash of the files that were looked at last, loaded or not; undefined where they could not be read. */
  private seen: string | undefined
  private readAt: number
  private cancel: () => void = () => {}

  /** Throws with upstream's text where an object of the folder cannot be obeyed. */
  constructor(plugin: string, path: string, rules: ManifestRules, parts: ManifestParts) {
    this.plugin = plugin
    this.path = path
    this.rules = rules
    this.parts = parts
    const { objects, hash } = this.read()
    this.current = objects
    this.hash = hash
    this.seen = hash
    this.readAt = parts.clock.now()
    parts.metrics.loaded(plugin, hash)
  }

  /** The objects, sorted by name. The same list until the folder changes. */
  get objects(): readonly KubeObject[] {
    return this.current
  }

  /** Looks at the folder from time to time. */
  follow(): void {
    this.cancel = this.parts.clock.setTimeout(() => {
      this.look()
      this.follow()
    }, looksAfter)
  }

  close(): void {
    this.cancel()
  }

  private read(): { objects: KubeObject[]; hash: string } {
    const { apiserver, disk } = this.parts
    const { texts, hash } = readManifests(this.path, disk)
    const reader = new ManifestReader(apiserver, this.rules)
    const objects = texts.flatMap((one) => reader.objectsOf(one))
    checkBound(objects)
    return { objects: objects.sort(byName), hash }
  }

  private look(): void {
    const seen = this.glimpse()
    const now = this.parts.clock.now()
    if (seen === this.seen && now - this.readAt < readsAfter) return
    this.seen = seen
    this.readAt = now
    this.readAgain()
  }

  /** The hash of what is there; undefined where it cannot be read. */
  private glimpse(): string | undefined {
    try {
      return readManifests(this.path, this.parts.disk).hash
    } catch {
      return undefined
    }
  }

  /** Reads a changed folder. Errors are logged and counted, and the objects stay as they were. */
  private readAgain(): void {
    const { logger, metrics } = this.parts
    const { plugin, path: dir } = this
    const what = plugin.endsWith('Webhook') ? 'admission manifest config' : 'manifest config'
    let found: ReturnType<ManifestFolder['read']>
    try {
      found = this.read()
    } catch (error) {
      logger.logS('E', `reloading ${what}`, { err: (error as Error).message, plugin, dir })
      metrics.failed(plugin)
      return
    }
    if (found.hash === this.hash) return
    this.hash = found.hash
    this.current = found.objects
    logger.logS('I', `reloaded ${what}`, { plugin, dir })
    metrics.loaded(plugin, found.hash)
  }
}
