// Upstream: staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (presyncFlowSchemaStatus, syncOne)
import type { FlowSchemaCondition, FlowSchemaSpec, FlowSchemaStatus } from '../api/flowcontrol-v1.ts'
import type { KubeObject } from '../apimachinery/json.ts'
import { toTime } from '../component-base/clock.ts'
import { byVersionPriority } from './endpoints/discovery/version-priority.ts'
import { fieldManagerOf } from './endpoints/field-manager.ts'
import type { GenericAPIServer } from './endpoints/generic-apiserver.ts'
import { inVersion, type Scope, scopeOf } from './endpoints/scope.ts'
import { registryDialect } from './registry/dialect.ts'
import { apiVersionOf } from './registry/generic/runtime.ts'
import { inWireOrder } from './registry/generic/wire.ts'
import { StorageError, type StoredRecord } from './storage/interface.ts'

const group = 'flowcontrol.apiserver.k8s.io'
const schemas = '/registry/flowschemas/'
const levels = '/registry/prioritylevelconfigurations/'
/** The part of the server that watches flow schemas. */
const manager = 'api-priority-and-fairness-config-consumer-v1'

const levelOf = (schema: KubeObject): string =>
  (schema['spec'] as FlowSchemaSpec | undefined)?.priorityLevelConfiguration?.name ?? ''

function danglingCondition(level: string, found: boolean): FlowSchemaCondition {
  const about = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`
  return found
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${about} and it exists` }
    : {
        type: 'Dangling',
        status: 'True',
        reason: 'NotFound',
        message: `${about} but there is no such object`,
      }
}

const says = (schema: KubeObject, wanted: FlowSchemaCondition): boolean =>
  ((schema['status'] as FlowSchemaStatus | undefined)?.conditions ?? []).some(
    ({ type, status, reason, message }) =>
      type === wanted.type &&
      status === wanted.status &&
      reason === wanted.reason &&
      message === wanted.message,
  )

/** Writes into the status of each flow schema whether its priority level is there, after every change of either. */
export class FlowSchemaStatuses {
  private readonly apiserver: GenericAPIServer
  private readonly failed: (error: unknown) => void
  private readonly stops: (() => void)[] = []
  private running: Promise<void> | undefined
  private again = false

  /** @param failed told where statuses could not be written; the next change tries again */
  constructor(apiserver: GenericAPIServer, failed: (error: unknown) => void) {
    this.apiserver = apiserver
    this.failed = failed
  }

  /** Follows the store from now on. */
  start(): void {
    for (const prefix of [schemas, levels]) {
      const watcher = this.apiserver.context.storage.watch(prefix, undefined, () => this.sync())
      this.stops.push(() => watcher.stop())
    }
    this.sync()
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop()
    await this.running
  }

  private sync(): void {
    if (this.running !== undefined) {
      this.again = true
      return
    }
    this.running = this.syncAll()
      .catch(this.failed)
      .finally(() => {
        this.running = undefined
        if (!this.again || this.stops.length === 0) return
        this.again = false
        this.sync()
      })
  }

  private async syncAll(): Promise<void> {
    const { storage } = this.apiserver.context
    const known = new Set(
      (await storage.list(levels)).records.map((record) => record.key.slice(levels.length)),
    )
    for (const record of (await storage.list(schemas)).records) await this.syncOne(record, known)
  }

  private async syncOne(record: StoredRecord, known: ReadonlySet<string>): Promise<void> {
    const scope = this.statusScope()
    const store = scope?.resource.store
    if (scope === undefined || store === undefined) return
    const schema = store.stored(record).object
    const level = levelOf(schema)
    const condition = danglingCondition(level, known.has(level))
    if (says(schema, condition)) return
    const { storage, clock } = this.apiserver.context
    const now = toTime(clock.now())
    const written = this.written(scope, schema, { ...condition, lastTransitionTime: now }, now)
    try {
      await storage.update(record.key, record.modRevision, inWireOrder(store.parts.scheme.normalize(written)))
    } catch (error) {
      // Somebody wrote it meanwhile, and the watch tells of that.
      if (!(error instanceof StorageError)) throw error
    }
  }

  /** The status in the newest version, as the server's own client asks for it. */
  private statusScope(): Scope | undefined {
    const { registry } = this.apiserver
    const served = registry.served.filter((one) => one.group === group).map((one) => one.version)
    const version = served.sort(byVersionPriority)[0] ?? 'v1'
    const resource = registry.resource(group, version, 'flowschemas')
    return resource === undefined
      ? undefined
      : scopeOf(this.apiserver, resource, resource.subresources.get('status'))
  }

  private written(scope: Scope, schema: KubeObject, condition: FlowSchemaCondition, now: string): KubeObject {
    const others = ((schema['status'] as FlowSchemaStatus | undefined)?.conditions ?? []).filter(
      ({ type }) => type !== condition.type,
    )
    const next = { ...schema, status: { conditions: [...others, condition] } } as KubeObject
    const fields = fieldManagerOf(scope)
    const { kind, metadata } = schema
    const applied = {
      apiVersion: apiVersionOf(scope.kind),
      kind,
      metadata: { name: metadata.name },
      status: { conditions: [condition] },
    }
    const managed = registryDialect(this.apiserver.context.release.minor).appliesFlowStatus
      ? fields.apply(inVersion(scope, schema), applied as unknown as KubeObject, manager, true, now)
      : fields.update(inVersion(scope, schema), inVersion(scope, next), manager, now)
    const { managedFields } = managed.metadata
    return managedFields === undefined ? next : { ...next, metadata: { ...next.metadata, managedFields } }
  }
}
