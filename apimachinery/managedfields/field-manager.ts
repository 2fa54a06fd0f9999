// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/{fieldmanager,managedfieldsupdater,stripmeta,skipnonapplied,structuredmerge,versioncheck}.go

import type { JsonValue, KubeObject, ManagedFieldsEntry } from '../json.ts'
import { fromApiVersion } from '../scheme/api-version.ts'
import { newBadRequest, StatusError } from '../status-error.ts'
import { capManagers } from './cap-managers.ts'
import type { Comparison } from './compare.ts'
import { ConflictsError, newApplyConflict } from './conflict.ts'
import type { FieldManagerOptions } from './field-manager-options.ts'
import { difference, isEmpty, setOf, setsEqual, union } from './field-set.ts'
import { conflictsBeyondLastApplied, lastApplied, withLastApplied } from './last-applied.ts'
import { newestRules } from './list-items.ts'
import {
  copyManaged,
  isReset,
  knownEntries,
  type Managed,
  ManagedFieldsCodec,
  managerId,
  newManaged,
  sameManagers,
  stripSet,
  type VersionedSet,
  withoutManagedFields,
  withSet,
} from './managed.ts'
import { fieldElement } from './path-element.ts'
import { ofFirstWriter, whereOwnersStay } from './plain-owners.ts'
import { SmdSchema } from './smd-schema.ts'
import { finished, paced, type Steps } from './steps.ts'
import { type TypedObject, TypedObjects } from './typed-object.ts'
import { Updater } from './updater.ts'
import { typedErrorText, validateTyped } from './validate.ts'

const selfId = 'current-operation'
const beforeFirstApply = 'before-first-apply'
const untracked = 'failed to create manager for existing fields'

interface Outcome {
  readonly object: KubeObject
  readonly managed: Managed
}

/**
 * Keeps metadata.managedFields of one resource or subresource. Caches what it has read and compiled, so one instance
 * should serve all requests. Inputs are never changed; results share parts with them.
 */
export class FieldManager {
  private readonly options: FieldManagerOptions
  private readonly apiVersion: string
  private readonly objects: TypedObjects
  private readonly updater: Updater
  private readonly codec = new ManagedFieldsCodec()

  constructor(options: FieldManagerOptions) {
    this.options = options
    this.apiVersion = options.group === '' ? options.version : `${options.group}/${options.version}`
    const schema = options.schema ?? new SmdSchema(options.lookup)
    this.objects = new TypedObjects(
      schema,
      options.kind,
      options.rules ?? newestRules,
      options.convert,
      options.checksConverted,
    )
    this.updater = new Updater(
      this.objects,
      setOf(...(options.resetFields ?? []).map((path) => path.map(fieldElement))),
    )
  }

  /**
   * After a create (`live` undefined) or any update but apply: `next` with its managedFields set. Never fails: where the
   * objects do not fit their types, managedFields are removed.
   * @param time RFC 3339 in whole seconds
   */
  update(live: KubeObject | undefined, next: KubeObject, manager: string, time: string): KubeObject {
    const before = live ?? this.emptyObject()
    try {
      return finished(this.updateSteps(before, next, manager, time))
    } catch {
      return withoutManagedFields(next)
    }
  }

  /** As {@link update}; between its steps others have their turn in `pause`. */
  async updatePaced(
    live: KubeObject | undefined,
    next: KubeObject,
    manager: string,
    time: string,
    pause: () => Promise<void>,
  ): Promise<KubeObject> {
    const before = live ?? this.emptyObject()
    try {
      return await paced(this.updateSteps(before, next, manager, time), pause)
    } catch {
      return withoutManagedFields(next)
    }
  }

  /**
   * Server-side apply: what `applied` says laid over `live` (undefined: creates). The result is not decoded yet: the
   * caller drops nulls and empties, and sets defaults. Throws StatusErrors: 400 for bodies that cannot be applied,
   * 409 with one cause for each field that others own, 500 for what does not fit the type.
   */
  apply(
    live: KubeObject | undefined,
    applied: KubeObject,
    manager: string,
    force: boolean,
    time: string,
  ): KubeObject {
    return finished(this.applySteps(live, applied, manager, force, time))
  }

  /** As {@link apply}; between its steps others have their turn in `pause`. */
  async applyPaced(
    live: KubeObject | undefined,
    applied: KubeObject,
    manager: string,
    force: boolean,
    time: string,
    pause: () => Promise<void>,
  ): Promise<KubeObject> {
    return paced(this.applySteps(live, applied, manager, force, time), pause)
  }

  private *applySteps(
    live: KubeObject | undefined,
    applied: KubeObject,
    manager: string,
    force: boolean,
    time: string,
  ): Steps<KubeObject> {
    const before = live ?? this.emptyObject()
    let managed: Managed
    try {
      managed = this.codec.decode(before.metadata.managedFields)
    } catch (error) {
      throw new StatusError(500, '', `failed to decode managed fields: ${(error as Error).message}`)
    }
    this.checkVersion(applied)
    yield
    try {
      const outcome = yield* this.runApply(
        withoutManagedFields(before),
        applied,
        managed,
        manager,
        force,
        time,
      )
      yield
      return this.encode(outcome)
    } catch (error) {
      if (error instanceof ConflictsError) throw newApplyConflict(error.conflicts)
      if (error instanceof StatusError) throw error
      throw new StatusError(500, '', (error as Error).message)
    }
  }

  private emptyObject(): KubeObject {
    return this.options.empty ?? { apiVersion: this.apiVersion, kind: this.options.kind, metadata: {} }
  }

  /** managedFields of the request count where they can be read and say anything; an empty list resets. Subresources never set them. */
  private managedForUpdate(live: KubeObject, next: KubeObject): Managed {
    const requested = next.metadata.managedFields
    if ((this.options.subresource ?? '') === '') {
      if (isReset(requested)) return newManaged()
      const sent = knownEntries(requested, live.metadata.managedFields)
      const managed = sent == null ? undefined : this.tryDecode(sent)
      if (managed !== undefined && managed.fields.size > 0) return managed
    }
    return this.tryDecode(live.metadata.managedFields) ?? newManaged()
  }

  private tryDecode(entries: readonly ManagedFieldsEntry[] | undefined): Managed | undefined {
    try {
      return this.codec.decode(entries)
    } catch {
      return undefined
    }
  }

  private encode({ object, managed }: Outcome, isNew = false): KubeObject {
    const managedFields = this.codec.encode(managed, isNew)
    if (managedFields === undefined) return object
    const metadata = { ...object.metadata }
    metadata.managedFields = managedFields
    return { ...object, metadata }
  }

  private *updateSteps(
    before: KubeObject,
    written: KubeObject,
    manager: string,
    time: string,
  ): Steps<KubeObject> {
    const managed = this.managedForUpdate(before, written)
    yield
    const [live, next] = [withoutManagedFields(before), withoutManagedFields(written)]
    // Without any manager, only a create begins to track: whoever reset managedFields does not want them.
    const isNew = (live.metadata.uid ?? '') === ''
    if (managed.fields.size === 0 && !isNew) return this.encode({ object: next, managed })
    const tracked = yield* this.track(live, next, managed, this.idOf(manager, 'Update'), time)
    yield
    return this.encode({ object: next, managed: tracked }, isNew)
  }

  private *track(
    live: KubeObject,
    next: KubeObject,
    managed: Managed,
    id: string,
    time: string,
  ): Steps<Managed> {
    const { strictLists } = this.objects.rules
    // What is decoded fits the types of built-in kinds; a custom resource may be older than its schema.
    if (strictLists || this.options.checksConverted === true)
      for (const object of [next, live])
        this.check(object, 'failed to convert object', !strictLists, ' to smd typed')
    const [typedLive, typedNext] = [this.typed(live), this.typed(next)]
    const comparison = this.updater.compare(typedLive, typedNext)
    if (managed.fields.size === 0) return ofFirstWriter(comparison, id, this.apiVersion, time)
    const unmoved = this.unmoved(comparison, managed, id, time)
    if (unmoved !== undefined) return unmoved
    yield
    const fields = yield* this.updater.update(typedLive, typedNext, comparison, managed.fields, selfId)
    yield
    const out: Managed = { fields, times: new Map(managed.times) }
    this.strip(out, selfId)
    const own = fields.get(selfId)
    if (own !== undefined) {
      fields.delete(selfId)
      const previous = fields.get(id)
      const set = previous === undefined ? own.set : union(previous.set, own.set)
      const before = managed.fields.get(id)
      const same = before !== undefined && setsEqual(before.set, set)
      // What it changed was taken from the manager as from all others, and is its own again: of the set that it had more is known.
      fields.set(id, withSet(own, same ? before.set : set))
      if (!(same && this.options.timesChangedFieldsOnly === true)) out.times.set(id, time)
    }
    capManagers(out)
    return out
  }

  private unmoved(comparison: Comparison, managed: Managed, id: string, time: string): Managed | undefined {
    const isPlain = (owner: VersionedSet): boolean => this.updater.isPlain(owner, this.apiVersion)
    const newTime = this.options.timesChangedFieldsOnly === true ? undefined : time
    return whereOwnersStay(comparison, managed, id, isPlain, newTime)
  }

  private strip(managed: Managed, id: string): void {
    const own = managed.fields.get(id)
    if (own === undefined) return
    const set = difference(own.set, stripSet)
    if (isEmpty(set)) managed.fields.delete(id)
    else managed.fields.set(id, withSet(own, set))
  }

  private checkVersion(applied: KubeObject): void {
    const { group, version, kind } = this.options
    const given = fromApiVersion(applied.apiVersion ?? '')
    if (this.options.comparesAppliedVersionOnly === true) {
      if (given.group !== group || given.version !== version) throw otherVersion(applied, this.apiVersion)
      return
    }
    if (given.group !== group || given.version !== version || applied.kind !== kind) {
      throw newBadRequest(`invalid object type: ${given.group}/${given.version}, Kind=${applied.kind ?? ''}`)
    }
  }

  private *runApply(
    live: KubeObject,
    applied: KubeObject,
    managed: Managed,
    manager: string,
    force: boolean,
    time: string,
  ): Steps<Outcome> {
    let out: Outcome
    try {
      out = yield* this.applyTracked(live, applied, managed, manager, force, time)
    } catch (error) {
      if (manager !== 'kubectl' || !(error instanceof ConflictsError)) throw error
      this.allowLastApplied(error, live)
      out = yield* this.applyTracked(live, applied, managed, manager, true, time)
    }
    if (manager === 'kubectl' && lastApplied(out.object) !== '')
      return { ...out, object: withLastApplied(out.object, applied) }
    return out
  }

  /** Returns where all conflicts are with what kubectl itself applied from the client before; throws the others. */
  private allowLastApplied(error: ConflictsError, live: KubeObject): void {
    let rest: ConflictsError | undefined
    try {
      rest = conflictsBeyondLastApplied(error, this.typed(live), this.objects)
    } catch {
      throw error
    }
    if (rest !== undefined) throw rest
  }

  private *applyTracked(
    live: KubeObject,
    applied: KubeObject,
    managed: Managed,
    manager: string,
    force: boolean,
    time: string,
  ): Steps<Outcome> {
    const { strictLists } = this.objects.rules
    let known = managed
    if (known.fields.size === 0) {
      this.check(live, `${untracked}: failed to convert new object`, !strictLists, ' to smd typed')
      known = yield* this.track(
        withoutManagedFields(this.emptyObject()),
        live,
        known,
        this.idOf(beforeFirstApply, 'Update'),
        time,
      )
      yield
    }
    if (applied.metadata?.managedFields != null) throw newBadRequest('metadata.managedFields must be nil')
    this.check(applied, 'failed to create typed patch object', false)
    yield
    this.check(live, 'failed to create typed live object', !strictLists)
    yield
    const id = this.idOf(manager, 'Apply')
    const { object, managers } = yield* this.updater.apply(this.typed(live), applied, known.fields, id, force)
    const out = copyManaged({ fields: managers, times: known.times })
    this.strip(out, id)
    const changes = this.options.timesChangedFieldsOnly === true && !sameManagers(known.fields, out.fields)
    if (object !== undefined || changes) out.times.set(id, time)
    return { object: object ?? live, managed: out }
  }

  private check(object: KubeObject, what: string, allowDuplicates: boolean, to = ''): void {
    const errors = validateTyped(
      this.objects.typeOf(this.apiVersion),
      object as unknown as JsonValue,
      this.objects.rules,
      allowDuplicates,
    )
    if (errors.length === 0) return
    const { group, version, kind } = this.options
    const { namespace, name } = object.metadata ?? {}
    throw new Error(
      `${what} (${textOf(namespace)}/${textOf(name)}; ${group}/${version}, Kind=${kind})${to}: ${typedErrorText(errors)}`,
    )
  }

  private typed(object: KubeObject): TypedObject {
    return this.objects.typed(object, this.apiVersion)
  }

  private idOf(manager: string, operation: 'Apply' | 'Update'): string {
    return managerId({
      manager: manager === '' ? 'unknown' : manager,
      operation,
      apiVersion: this.apiVersion,
      subresource: this.options.subresource,
    })
  }
}

/** The value, where it is a text; what is applied has not been decoded yet and may hold anything. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const otherVersion = ({ apiVersion = '' }: KubeObject, expected: string): StatusError =>
  newBadRequest(
    `Incorrect version specified in apply patch. Specified patch version: ${apiVersion}, expected: ${expected}`,
  )
