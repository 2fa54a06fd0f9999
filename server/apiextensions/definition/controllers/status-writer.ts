// Upstream: the client by which the controllers of apiextensions-apiserver call UpdateStatus
import type { KubeObject } from '../../../../apimachinery/json.ts'
import { toTime } from '../../../../component-base/clock.ts'
import { fieldManagerOf } from '../../../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../../../endpoints/generic-apiserver.ts'
import { type Scope, scopeOf } from '../../../endpoints/scope.ts'
import { semanticSame } from '../../../registry/generic/semantic-same.ts'
import { inWireOrder } from '../../../registry/generic/wire.ts'
import { StorageError } from '../../../storage/interface.ts'
import { type Said, withCondition } from '../conditions.ts'
import { type Definition, definitionGroup, definitionOf } from '../definition.ts'
import type { DefinitionDirectory } from '../definitions.ts'

/** The manager in managedFields of the status. */
const manager = 'kube-apiserver'

/** Another server or client changed or deleted it: its change comes by the watch. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof StorageError && (error.code === 'conflict' || error.code === 'missing')

/** The status of definitions as the server itself writes it, and what it wrote last before the watch tells. */
export class StatusWriter {
  private readonly apiserver: GenericAPIServer
  private readonly directory: DefinitionDirectory
  private readonly written = new Map<string, Definition>()

  constructor(apiserver: GenericAPIServer, directory: DefinitionDirectory) {
    this.apiserver = apiserver
    this.directory = directory
  }

  /** The time now, in the form of metav1.Time: RFC 3339 with seconds. */
  now(): string {
    return toTime(this.apiserver.context.clock.now())
  }

  /** The newest that is known. */
  current(name: string): Definition | undefined {
    const known = this.directory.get(name)
    return known === undefined ? undefined : this.newer(known)
  }

  all(): Definition[] {
    return this.directory.all().map((known) => this.newer(known))
  }

  /** The definition with other conditions and more; nothing is written. */
  withConditions(definition: Definition, said: readonly Said[], more: object = {}): KubeObject {
    const now = this.now()
    const conditions = said.reduce(
      (list, one) => withCondition(list, one, now),
      definition.status.conditions ?? [],
    )
    return { ...definition.object, status: { ...definition.status, ...more, conditions } }
  }

  /**
   * Writes a status (and finalizers) over a definition. Undefined where somebody else was faster, or the definition is gone with its
   * last finalizer. Throws what the store throws else.
   */
  async write(definition: Definition, next: KubeObject): Promise<Definition | undefined> {
    const scope = this.scope()
    if (scope === undefined) return undefined
    try {
      return await this.put(scope, definition, next)
    } catch (error) {
      if (isOvertaken(error)) return undefined
      throw error
    }
  }

  private async put(scope: Scope, before: Definition, next: KubeObject): Promise<Definition | undefined> {
    const { storage } = this.apiserver.context
    const key = scope.store.prefixOf('') + before.name
    const tracked = fieldManagerOf(scope).update(
      before.object,
      scope.store.parts.scheme.normalize(next),
      manager,
      this.now(),
    )
    const object = inWireOrder(scope.store.toStorage(tracked))
    if (semanticSame(object, before.object)) return before
    const { deletionTimestamp, finalizers = [] } = object.metadata
    if (deletionTimestamp !== undefined && finalizers.length === 0) {
      await storage.delete(key, before.revision)
      return undefined
    }
    const record = await storage.update(key, before.revision, object)
    const after = definitionOf(scope.store.stored(record).object, record.modRevision)
    this.written.set(after.name, after)
    return after
  }

  private newer(known: Definition): Definition {
    const own = this.written.get(known.name)
    if (own === undefined) return known
    if (own.revision > known.revision && own.uid === known.uid) return own
    this.written.delete(known.name)
    return known
  }

  private scope(): Scope | undefined {
    const resource = this.apiserver.registry.resource(definitionGroup, 'v1', 'customresourcedefinitions')
    return resource && scopeOf(this.apiserver, resource, resource.subresources.get('status'))
  }
}
