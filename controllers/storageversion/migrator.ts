// Upstream: pkg/controller/storageversionmigrator/{resourceversion,migrationrunner,storageversionmigrator}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { ApiError, isConflict, isNotFound } from '../../client/rest-client.ts'
import { toTime } from '../../component-base/clock.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { type FoundResource, findResource, listAll } from './found-resource.ts'
import {
  isTerminal,
  isTrue,
  type MigratedResource,
  resourceOf,
  statusOf,
  withCondition,
} from './migration.ts'

const manager = 'storage-version-migrator-controller'
/** The verbs of a resource that can be migrated. */
const needed = ['update', 'patch', 'list']
/** Milliseconds that a resource may take to be known. */
const grace = 60_000
/** Answers after which a migration goes on later. */
const retried = new Set([
  'ServerTimeout',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
  'Timeout',
])

/** Writes every object of a resource anew where a StorageVersionMigration asks for it. */
export const startStorageVersionMigrator = (context: ControllerContext): Controller =>
  new Migrator(context).queue

const sameResource = (a: KubeObject, b: KubeObject): boolean => {
  const [one, other] = [resourceOf(a), resourceOf(b)]
  return one.resource === other.resource && (one.group ?? '') === (other.group ?? '')
}

class Migrator {
  readonly queue: ReconcileQueue
  private readonly context: ControllerContext
  private readonly path: string
  private readonly migrations: { readonly items: ReadonlyMap<string, KubeObject> }

  constructor(context: ControllerContext) {
    this.context = context
    const { migrationVersion, marksMigrations } = controllersDialect(context.minor)
    this.path = `/apis/storagemigration.k8s.io/${migrationVersion}/storageversionmigrations`
    this.migrations = context.informers.on(this.path, {
      onChange: ({ metadata }) => this.queue.add(metadata.name!),
      // Another migration of the resource may be next.
      onDelete: () => {
        if (marksMigrations) for (const name of this.migrations.items.keys()) this.queue.add(name)
      },
    })
    this.queue = new ReconcileQueue(context, manager, (name) => this.sync(name))
  }

  private async sync(name: string): Promise<void> {
    const migration = this.migrations.items.get(name)
    if (migration === undefined) return
    if (controllersDialect(this.context.minor).marksMigrations && (await this.mark(migration))) return
    if (isTerminal(migration)) return
    if ((statusOf(migration).resourceVersion ?? '') === '') await this.begin(migration)
    else await this.migrate(migration)
  }

  /** One migration of a resource runs at a time. Whether something is left to be done before this one goes on. */
  private async mark(migration: KubeObject): Promise<boolean> {
    if (isTerminal(migration)) {
      await this.unmark(migration)
      return true
    }
    if (isTrue(migration, 'Running')) return false
    const rivals = [...this.migrations.items.values()].filter(
      (one) => sameResource(one, migration) && !isTerminal(one),
    )
    const first = rivals.sort(byAge)[0]
    if (rivals.some((one) => isTrue(one, 'Running')) || first !== migration) return true
    const why = { reason: 'MigrationRunning', message: 'The migration is running' }
    await this.write(this.with(migration, 'Running', why))
    return true
  }

  private async unmark(migration: KubeObject): Promise<void> {
    if (!isTrue(migration, 'Running')) return
    const status = statusOf(migration)
    const conditions = (status.conditions ?? []).map((one) =>
      one.type === 'Running'
        ? {
            ...one,
            status: 'False',
            lastTransitionTime: toTime(this.context.clock.now()),
            reason: 'MigrationCompleted',
            message: 'Migration completed',
            ...(migration.metadata.generation === undefined
              ? {}
              : { observedGeneration: migration.metadata.generation }),
          }
        : one,
    )
    await this.write({ ...migration, status: { ...status, conditions } } as KubeObject)
    for (const [name, one] of this.migrations.items) if (sameResource(one, migration)) this.queue.add(name)
  }

  /** Notes the version up to which objects are written anew. */
  private async begin(migration: KubeObject): Promise<void> {
    const found = await this.find(migration, 'resource does not exist in discovery')
    if (found === undefined) return
    const { client } = this.context
    if (!needed.every((verb) => found.verbs.includes(verb))) {
      const message = `resource ${JSON.stringify(found.text)} does not support discovery operations: [${needed.join(' ')}]`
      await this.fail(migration, message)
      return
    }
    const { metadata } = await client.get<{ metadata: { resourceVersion?: string } }>(`${found.path}?limit=1`)
    const status = { ...statusOf(migration), resourceVersion: metadata.resourceVersion }
    await this.write({ ...migration, status } as KubeObject)
  }

  private async migrate(migration: KubeObject): Promise<void> {
    const found = await this.find(
      migration,
      'migration encountered unhandled error: unable to obtain GVR from discovery',
    )
    if (found === undefined) return
    const running = controllersDialect(this.context.minor).marksMigrations
      ? migration
      : await this.write(this.with(migration, 'Running', { reason: 'StorageVersionMigrationInProgress' }))
    for (const object of await listAll(this.context.client, found))
      if (!(await this.rewrite(running, object, found))) return
    await this.write(this.with(running, 'Succeeded', { reason: 'StorageVersionMigrationSucceeded' }))
  }

  /** Whether the migration goes on. Throws where the object is to be tried again. */
  private async rewrite(migration: KubeObject, object: KubeObject, found: FoundResource): Promise<boolean> {
    const { name = '', namespace, uid, resourceVersion } = object.metadata
    const { tellsMigratedVersion } = controllersDialect(this.context.minor)
    const newest = Number(statusOf(migration).resourceVersion)
    if (tellsMigratedVersion && Number(resourceVersion) > newest) return true
    const [apiVersion, kind] = [found.apiVersion, found.kind]
    const metadata = tellsMigratedVersion ? { uid, resourceVersion } : {}
    try {
      await this.context.client.patch(
        `${found.pathOf(namespace)}/${encodeURIComponent(name)}?fieldManager=${manager}`,
        { apiVersion, kind, metadata },
        'application/apply-patch+yaml',
      )
      return true
    } catch (error) {
      // Who changed or removed it has done what was to be done.
      if (isConflict(error) || isNotFound(error)) return true
      if (!(error instanceof ApiError) || (tellsMigratedVersion && retried.has(error.reason))) throw error
      await this.fail(migration, `migration encountered unhandled error: ${error.message}`)
      return false
    }
  }

  /** Fails the migration where the resource is not served, as soon as it ought to be. */
  private async find(migration: KubeObject, why: string): Promise<FoundResource | undefined> {
    const found = await findResource(this.context.client, resourceOf(migration) as MigratedResource)
    if (found !== undefined) return found
    const { waitsForResource } = controllersDialect(this.context.minor)
    const created = Date.parse(migration.metadata.creationTimestamp ?? '')
    const left = created + grace - this.context.clock.now()
    if (waitsForResource && left > 0) this.queue.addAfter(migration.metadata.name!, left)
    else await this.fail(migration, why)
    return undefined
  }

  private async fail(migration: KubeObject, message: string): Promise<void> {
    await this.write(this.with(migration, 'Failed', { reason: 'StorageVersionMigrationFailed', message }))
  }

  private with(migration: KubeObject, type: string, why: { reason: string; message?: string }): KubeObject {
    const { minor, clock } = this.context
    return withCondition(migration, type, why, { minor, now: clock.now() })
  }

  private write(migration: KubeObject): Promise<KubeObject> {
    return this.context.client.update(`${this.path}/${migration.metadata.name}/status`, migration)
  }
}

const byAge = (a: KubeObject, b: KubeObject): number => {
  const [one, other] = [a, b].map(({ metadata }) => `${metadata.creationTimestamp} ${metadata.name}`)
  return one! < other! ? -1 : 1
}
