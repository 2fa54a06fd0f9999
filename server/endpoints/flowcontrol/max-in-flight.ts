// Upstream: apiserver/pkg/server/filters/{maxinflight,priority-and-fairness}.go, apf bootstrap (the exempt level and the probes)
import type { UserInfo } from '../authentication/user-info.ts'
import type { RequestInfo } from '../request-info.ts'

/** `--max-requests-inflight` and `--max-mutating-requests-inflight`. 0: no limit. */
export interface InFlightLimits {
  readonly readOnly: number
  readonly mutating: number
}

/** The body of 429, where no place is free. */
export const tooManyRequests = 'Too many requests, please try again later.\n'
/** The Retry-After header of 429. */
export const retryAfterSeconds = '1'

const readOnlyVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch'])
const longRunningSubresources: ReadonlySet<string> = new Set([
  'attach',
  'exec',
  'proxy',
  'log',
  'portforward',
])
const probes: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz'])

/** Whether the request is long-running: watches, proxies and streams. */
export const isLongRunning = ({ verb, subresource }: RequestInfo): boolean =>
  verb === 'watch' || verb === 'proxy' || longRunningSubresources.has(subresource)

/** Requests of administrators and probes always get an answer. */
const isExempt = (user: UserInfo, info: RequestInfo): boolean =>
  user.groups.includes('system:masters') || probes.has(info.path)

/** The places of requests that are being answered. */
export class MaxInFlight {
  private readonly limits: InFlightLimits
  private readonly entered: (mutating: boolean, by: 1 | -1) => void
  private readonly taken = { readOnly: 0, mutating: 0 }

  /** @param entered told of each place that is taken (1) or given back (-1) */
  constructor(limits: InFlightLimits, entered: (mutating: boolean, by: 1 | -1) => void = () => {}) {
    this.limits = limits
    this.entered = entered
  }

  /** Takes a place for a request that is not long-running; the answer gives it back. Undefined where all are taken. */
  enter(user: UserInfo, info: RequestInfo): (() => void) | undefined {
    const kind = readOnlyVerbs.has(info.verb) ? 'readOnly' : 'mutating'
    const limit = this.limits[kind]
    if (limit > 0 && this.taken[kind] >= limit) return isExempt(user, info) ? () => {} : undefined
    this.taken[kind]++
    this.entered(kind === 'mutating', 1)
    return () => {
      this.taken[kind]--
      this.entered(kind === 'mutating', -1)
    }
  }
}
