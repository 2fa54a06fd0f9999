// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/filters/{audit,authn_audit}.go
import { type Clock, toMicroTime } from '../../component-base/clock.ts'
import type { MetricFamily, MetricSeries } from '../../component-base/metrics/metric-registry.ts'
import type { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { AuditContext } from './audit-context.ts'
import type { AuditBackend } from './backend.ts'
import type { AuditEvent, AuditUser } from './event.ts'
import { type AuditAttributes, auditConfigOf, type Policy } from './policy.ts'

/** An authenticated user, as authenticators name them. */
interface User {
  readonly name: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The facts of a request that its first audit event has. */
export interface AuditedRequest {
  readonly auditID: string
  readonly uri: string
  readonly userAgent: string
  readonly sourceIPs: readonly string[]
  /** The authenticated user; undefined where nobody could be authenticated. */
  readonly user: User | undefined
  readonly attributes: Omit<AuditAttributes, 'user'> & { readonly apiVersion: string }
}

/** Bytes of a user agent that events tell. */
const maxUserAgent = 1024

/** Audits the requests of one server. */
export class Auditing {
  private readonly policy: Policy
  private readonly backend: AuditBackend
  private readonly clock: Clock
  private readonly log: (text: string) => void
  private readonly levels: MetricFamily
  private readonly events: MetricSeries

  constructor(
    policy: Policy,
    backend: AuditBackend,
    { clock, log, metrics }: { clock: Clock; log: (text: string) => void; metrics: RecordedRegistry },
  ) {
    this.levels = metrics.family('apiserver_audit_level_total')
    this.events = metrics.family('apiserver_audit_event_total').with({})
    this.policy = policy
    this.backend = backend
    this.clock = clock
    this.log = log
  }

  /** The context of a request's audit events; undefined where the policy does not audit the request. */
  contextOf(request: AuditedRequest): AuditContext | undefined {
    const { user, attributes } = request
    const config = auditConfigOf(this.policy, { ...attributes, user })
    this.levels.with({ level: config.level }).add()
    if (config.level === 'None') return undefined
    const now = (): string => toMicroTime(this.clock.now())
    const event = eventOf(request, now())
    event.level = config.level
    return new AuditContext(event, {
      config,
      now,
      log: this.log,
      send: (one) => {
        this.events.add()
        return this.backend.process([one])
      },
    })
  }

  close(): Promise<void> {
    return this.backend.close()
  }
}

function eventOf(
  { auditID, uri, userAgent, sourceIPs, user, attributes }: AuditedRequest,
  now: string,
): AuditEvent {
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID,
    stage: 'RequestReceived',
    requestURI: uri,
    verb: attributes.verb,
    user: user === undefined ? {} : auditUser(user),
    ...(sourceIPs.length === 0 ? {} : { sourceIPs }),
    ...(userAgent === '' ? {} : { userAgent: shortened(userAgent) }),
    ...(attributes.resourceRequest ? { objectRef: referenceOf(attributes) } : {}),
    requestReceivedTimestamp: now,
    stageTimestamp: now,
  }
}

const shortened = (userAgent: string): string =>
  userAgent.length > maxUserAgent ? `${userAgent.slice(0, maxUserAgent)}...TRUNCATED` : userAgent

/** The authenticated user in an audit event; empty UID, groups and extra fields are left out. */
export const auditUser = ({ name, uid = '', groups, extra = {} }: User): AuditUser => ({
  username: name,
  ...(uid === '' ? {} : { uid }),
  ...(groups.length === 0 ? {} : { groups }),
  ...(Object.keys(extra).length === 0 ? {} : { extra }),
})

function referenceOf(attributes: AuditedRequest['attributes']): NonNullable<AuditEvent['objectRef']> {
  const { resource, namespace, name, apiGroup, apiVersion, subresource } = attributes
  const all = { resource, namespace, name, apiGroup, apiVersion, subresource }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
