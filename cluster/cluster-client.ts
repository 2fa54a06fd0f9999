import type { Condition } from '../api/meta-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { type Exchange, RestClient, type RestRequest } from '../client/rest-client.ts'
import type { Clock } from '../component-base/clock.ts'
import type { OpenDirect } from '../component-base/direct-line.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import { pointAtCallers } from './call-site.ts'
import { ClusterUsageError } from './cluster-errors.ts'
import { type WaitOptions, waitForCollection } from './wait.ts'

/**
 * A client of a cluster, by paths of the API: `client.get('/api/v1/nodes/node-1')`. It stays usable while the server is
 * restarted or changes its release. An error that the server answers is an ApiError with its Status.
 */
export class ClusterClient extends RestClient {
  /** The texts of all Warning headers that it was sent, oldest first. Set its length to 0 to begin anew. */
  readonly warnings: string[]
  private readonly clock: Clock

  constructor(
    config: ClientConfig,
    options: {
      userAgent: string
      clock: Clock
      warn?: (text: string) => void
      connect?: Connect
      direct?: OpenDirect
    },
  ) {
    const warnings: string[] = []
    const warn = (text: string): void => {
      warnings.push(text)
      options.warn?.(text)
    }
    super(config, options.userAgent, warn, options.connect, options.direct)
    this.warnings = warnings
    this.clock = options.clock
  }

  /** See {@link RestClient.exchange}. Throws ClusterUsageError for what is no path. */
  override async exchange(options: RestRequest): Promise<Exchange> {
    checkPath(options.path)
    return super.exchange(options)
  }

  /** See {@link RestClient.text}. Throws ClusterUsageError for what is no path. */
  override async text(path: string): Promise<string> {
    checkPath(path)
    return super.text(path)
  }

  /**
   * Waits by a watch, not by asking again, until `condition` holds for an object; one that is not there yet is waited for.
   *
   * @param path of the object: `/apis/apps/v1/namespaces/default/deployments/web`
   * @returns the object that it held for
   * @throws WaitTimeoutError; what `condition` throws; ApiError when the path is not of a resource that is served
   */
  async waitFor<T = KubeObject>(
    path: string,
    condition: (object: NoInfer<T>) => boolean,
    options: WaitOptions = {},
  ): Promise<T> {
    const answer = ([object]: KubeObject[]): T | undefined =>
      object !== undefined && condition(object as T) ? (object as T) : undefined
    return this.wait(collectionOf(path), answer, options)
  }

  /** As {@link waitFor}, until the object has been deleted. */
  async waitForDeletion(path: string, options: WaitOptions = {}): Promise<void> {
    await this.wait(collectionOf(path), (items) => (items.length === 0 ? true : undefined), options)
  }

  /**
   * As {@link waitFor}, for a collection.
   *
   * @param path with selectors, if any: `/api/v1/pods?labelSelector=app%3Dweb`
   * @returns the objects that it held for, in no particular order
   */
  async waitForList<T = KubeObject>(
    path: string,
    condition: (items: NoInfer<T>[]) => boolean,
    options: WaitOptions = {},
  ): Promise<T[]> {
    checkCollection(path)
    return this.wait(path, (items) => (condition(items as T[]) ? (items as T[]) : undefined), options)
  }

  private wait<T>(
    path: string,
    answer: (items: KubeObject[]) => T | undefined,
    options: WaitOptions,
  ): Promise<T> {
    return waitForCollection({ client: this, clock: this.clock, path, answer, ...options })
  }
}

pointAtCallers(ClusterClient.prototype, [
  ...(['get', 'create', 'update', 'patch', 'delete', 'json', 'text', 'exchange'] as const),
  ...(['waitFor', 'waitForList', 'waitForDeletion'] as const),
])

/** Of the API, not of a file or a URL; plain JavaScript may give anything. */
function checkPath(path: unknown): void {
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw new ClusterUsageError(`"${path}" is not a path of the API, as /api/v1/nodes: it begins with /`)
}

const segments = (path: string): string[] => {
  const [, rest] = /^\/(?:api\/v1|apis\/[^/?]+\/[^/?]+)\/([^?]+)/.exec(path) ?? []
  return rest?.split('/') ?? []
}

/** The collection of an object's path, with nothing but the object in it. */
function collectionOf(path: string): string {
  // Names follow resources: /namespaces/default/pods/web has an even number of both.
  if (path.includes('?') || segments(path).length === 0 || segments(path).length % 2 === 1)
    throw new ClusterUsageError(`"${path}" is not the path of an object`)
  const end = path.lastIndexOf('/')
  const name = decodeURIComponent(path.slice(end + 1))
  return `${path.slice(0, end)}?fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`
}

function checkCollection(path: string): void {
  if (segments(path).length % 2 === 0)
    throw new ClusterUsageError(`"${path}" is not the path of a collection`)
}

interface WithConditions {
  status?: { conditions?: Condition[] }
}

/**
 * A condition for {@link ClusterClient.waitFor}, as `kubectl wait --for=condition=Ready`.
 *
 * @param status `True`, `False` or `Unknown`
 */
export const hasCondition =
  (type: string, status = 'True') =>
  (object: object): boolean =>
    (object as WithConditions).status?.conditions?.some((c) => c.type === type && c.status === status) ??
    false
