// Upstream: staging/src/k8s.io/apiserver/pkg/audit/{context,request}.go
import { deepCopy, isObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Status } from '../../apimachinery/status-error.ts'
import { type AuditEvent, type AuditLevel, type AuditStage, isLess } from './event.ts'
import type { AuditConfig } from './policy.ts'

/** The audit settings, sender, clock and log of one audited request. */
export interface ContextOptions {
  readonly config: AuditConfig
  /** Sends an event on; false where a request must not go on without it. */
  readonly send: (event: AuditEvent) => boolean | Promise<boolean>
  /** RFC 3339 with microseconds. */
  readonly now: () => string
  /** Logs annotations that are noted twice. */
  readonly log: (text: string) => void
}

/** The event of one request while the request is handled. */
export class AuditContext {
  readonly event: AuditEvent
  private readonly options: ContextOptions
  private completed = false

  constructor(event: AuditEvent, options: ContextOptions) {
    this.event = event
    this.options = options
  }

  /** Whether events of the request are kept at this audit level or a fuller one. */
  tells(level: AuditLevel): boolean {
    return !isLess(this.event.level, level)
  }

  /** Notes an annotation, where the event tells so much. The first value of a key stays. */
  annotate(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    if (!this.tells(level)) return
    this.event.annotations ??= Object.create(null) as Record<string, string>
    const { annotations, auditID } = this.event
    const before = annotations[key]
    if (before === undefined) annotations[key] = value
    else if (before !== value)
      this.options.log(
        `Failed to set annotations["${key}"] to "${value}" for audit:"${auditID}", it has already been set to "${before}"`,
      )
  }

  /** Notes the object of the body, as it is before anything changes it. */
  requestObject(object: unknown): void {
    const { metadata } = object as Partial<KubeObject>
    const { event } = this
    const about = event.objectRef ?? {}
    if (isObject(metadata))
      for (const key of ['namespace', 'name', 'uid', 'resourceVersion'] as const) {
        const value = metadata[key]
        if ((about[key] ?? '') === '' && typeof value === 'string' && value !== '') about[key] = value
      }
    event.objectRef = about
    if (this.tells('Request')) event.requestObject = this.shown(deepCopy(object as KubeObject))
  }

  /** Notes a patch, as JSON. */
  requestPatch(patch: () => unknown): void {
    if (this.tells('Request')) this.event.requestObject = patch()
  }

  /** Notes what is answered. */
  responseObject(object: unknown): void {
    if (isStatus(object)) {
      const { status, message, reason, details, code } = object
      this.event.responseStatus = { metadata: {}, ...dropAbsent({ status, message, reason, details, code }) }
    }
    if (this.tells('RequestResponse')) this.event.responseObject = this.shown(object)
  }

  /** Sends the request's event for this stage, unless the policy omits the stage; false where the request must not go on without it. */
  stage(stage: AuditStage): boolean | Promise<boolean> {
    if (this.options.config.omitStages.includes(stage)) return true
    this.event.stage = stage
    this.event.stageTimestamp =
      stage === 'RequestReceived' ? this.event.requestReceivedTimestamp : this.options.now()
    return this.options.send(this.event)
  }

  /** The answer begins. @param started there is an event of that */
  answering(code: number, started: boolean): void {
    this.event.responseStatus = { metadata: {}, ...this.event.responseStatus, code }
    if (started) void this.stage('ResponseStarted')
  }

  /** The answer has ended, or nobody waits for it any more; only the first call counts. */
  complete(stage: 'ResponseComplete' | 'ResponseStarted' = 'ResponseComplete'): void {
    if (this.completed) return
    this.completed = true
    this.event.responseStatus ??= {
      metadata: {},
      status: 'Success',
      message: 'Connection closed early',
      code: 200,
    }
    void this.stage(stage)
  }

  private shown(object: unknown): unknown {
    return this.options.config.omitManagedFields ? withoutManagedFields(object) : object
  }
}

const isStatus = (object: unknown): object is Status =>
  isObject(object) && object['kind'] === 'Status' && object['apiVersion'] === 'v1'

const dropAbsent = (status: Partial<Status>): Partial<Status> =>
  Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined))

/** An object, a list or a table without the managedFields of its objects. */
function withoutManagedFields(object: unknown): unknown {
  if (!isObject(object)) return object
  const { items, rows } = object
  const shown = withoutOwn(object)
  if (Array.isArray(items)) return { ...shown, items: items.map(withoutOwn) }
  if (!Array.isArray(rows)) return shown
  return {
    ...shown,
    rows: rows.map((row) => ({
      ...(row as object),
      object: withoutOwn((row as { object?: unknown }).object),
    })),
  }
}

function withoutOwn<T>(object: T): T {
  if (!isObject(object) || !isObject(object['metadata'])) return object
  const { managedFields: _, ...metadata } = object['metadata']
  return { ...object, metadata }
}
