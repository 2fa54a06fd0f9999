// Upstream: staging/src/k8s.io/apiserver/pkg/apis/audit/v1/types.go
import type { Status } from '../../apimachinery/status-error.ts'

/** The audit levels, ascending: from no events at all to events with the bodies of request and response. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
/** One of {@link auditLevels}. */
export type AuditLevel = (typeof auditLevels)[number]

/** Whether `level` tells less than `other`. */
export const isLess = (level: AuditLevel, other: AuditLevel): boolean =>
  auditLevels.indexOf(level) < auditLevels.indexOf(other)

/** The stages in the life of a request at which audit events are made. */
export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const
/** One of {@link auditStages}. */
export type AuditStage = (typeof auditStages)[number]

/** A user, as authentication.k8s.io/v1 UserInfo. */
export interface AuditUser {
  username?: string
  uid?: string
  groups?: readonly string[]
  extra?: Readonly<Record<string, readonly string[]>>
}

/** The object that an audited request names (`objectRef`). */
export interface AuditReference {
  resource?: string
  namespace?: string
  name?: string
  uid?: string
  apiGroup?: string
  apiVersion?: string
  resourceVersion?: string
  subresource?: string
}

/** audit.k8s.io/v1 Event. Times are RFC 3339 with microseconds. */
export interface AuditEvent {
  kind: 'Event'
  apiVersion: 'audit.k8s.io/v1'
  level: AuditLevel
  auditID: string
  stage: AuditStage
  requestURI: string
  verb: string
  user: AuditUser
  authenticationMetadata?: { impersonationConstraint?: string }
  impersonatedUser?: AuditUser
  sourceIPs?: readonly string[]
  userAgent?: string
  objectRef?: AuditReference
  responseStatus?: Partial<Status>
  requestObject?: unknown
  responseObject?: unknown
  requestReceivedTimestamp: string
  stageTimestamp: string
  annotations?: Record<string, string>
}
