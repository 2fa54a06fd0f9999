// Upstream: sigs.k8s.io/structured-merge-diff merge/update.go
import type { JsonValue, KubeObject } from '../json.ts'
import { type Comparison, excludeFields, isSame } from './compare.ts'
import { type Conflict, ConflictsError } from './conflict.ts'
import { difference, emptySet, type FieldSet, intersection, isEmpty, paths, union } from './field-set.ts'
import type { VersionedSet } from './managed.ts'
import { reconcileWithSchema } from './reconcile.ts'
import { withNamedFields } from './remove.ts'
import { sharedPaths } from './shared-paths.ts'
import type { Steps } from './steps.ts'
import { MissingVersionError, type TypedObject, type TypedObjects } from './typed-object.ts'
import { valuesEqual } from './value-equal.ts'

/** The fields of each manager, by the manager's identifier. */
export type Managers = Map<string, VersionedSet>

/** Runs `work`; undefined when the version that it needs is not known. */
function unlessMissing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof MissingVersionError) return undefined
    throw error
  }
}

/** Computes the owners of fields after a write. Managers are named by identifier; maps that are passed in stay unchanged. */
export class Updater {
  private readonly objects: TypedObjects
  private readonly ignored: FieldSet
  private readonly reconciled = new WeakMap<FieldSet, Map<string, FieldSet>>()

  /** @param ignored fields that writes through this (sub)resource cannot own. */
  constructor(objects: TypedObjects, ignored: FieldSet) {
    this.objects = objects
    this.ignored = ignored
  }

  /** The fields that differ in `next`, in its version, but for those that cannot be owned. */
  compare(live: TypedObject, next: TypedObject): Comparison {
    return this.compareAt(live, next, next.apiVersion)
  }

  /** Whether an owner wrote in that version, and its fields read the same under the current schema. */
  isPlain({ set, apiVersion }: VersionedSet, version: string): boolean {
    return apiVersion === version && this.reconcileSet(set, apiVersion) === set
  }

  /**
   * After a create or update: `manager` owns what it added and changed, others lose that and what is gone.
   * @param comparison of {@link compare}
   */
  *update(
    live: TypedObject,
    next: TypedObject,
    comparison: Comparison,
    managers: Managers,
    manager: string,
  ): Steps<Managers> {
    const known = this.reconcile(managers)
    yield
    const out = yield* this.disown(live, next, comparison, known, manager, true)
    yield
    const previous = out.get(manager)?.set ?? emptySet
    const owned = union(
      union(difference(previous, comparison.removed), comparison.modified),
      comparison.added,
    )
    return store(out, manager, {
      set: this.withoutIgnored(owned),
      apiVersion: next.apiVersion,
      applied: false,
    })
  }

  /**
   * Merges `config` into `live` and takes away what the manager applied before and no longer does, if nobody else owns it.
   * `object` undefined: nothing changed. Throws {@link ConflictsError} unless forced.
   */
  *apply(
    live: TypedObject,
    config: KubeObject,
    managers: Managers,
    manager: string,
    force: boolean,
  ): Steps<{ object: KubeObject | undefined; managers: Managers }> {
    const known = this.reconcile(managers)
    const merged = this.objects.merge(live, config)
    yield
    const last = known.get(manager)
    const set = this.withoutIgnored(this.objects.fieldSet({ ...live, value: config }))
    known.set(manager, { set, apiVersion: live.apiVersion, applied: true })
    yield
    const pruned = yield* this.prune(merged, known, live.apiVersion, last)
    yield
    const comparison = this.compare(live, pruned)
    yield
    const out = yield* this.disown(live, pruned, comparison, known, manager, force)
    yield
    const same = this.objects.rules.strictLists
      ? isSame(comparison)
      : valuesEqual(live.value as unknown as JsonValue, pruned.value as unknown as JsonValue)
    return { object: same ? undefined : pruned.value, managers: out }
  }

  private withoutIgnored(set: FieldSet): FieldSet {
    return isEmpty(this.ignored) ? set : difference(set, this.ignored, true)
  }

  /** Takes from everybody but `manager` what this change added, modified or removed. @param comparison in the version of `next` */
  private *disown(
    live: TypedObject,
    next: TypedObject,
    comparison: Comparison,
    managers: Managers,
    manager: string,
    force: boolean,
  ): Steps<Managers> {
    const comparisons = new Map<string, Comparison | undefined>([[next.apiVersion, comparison]])
    const at = (apiVersion: string): Comparison | undefined => {
      if (!comparisons.has(apiVersion))
        comparisons.set(
          apiVersion,
          unlessMissing(() => this.compareAt(live, next, apiVersion)),
        )
      return comparisons.get(apiVersion)
    }
    const out: Managers = new Map()
    const conflicts: Conflict[] = []
    const namedPaths = this.objects.rules.strictLists ? sharedPaths : paths
    for (const [id, owner] of managers) {
      const change = id === manager ? undefined : at(owner.apiVersion)
      if (id === manager) out.set(id, owner)
      if (change === undefined) continue
      const taken = intersection(owner.set, union(change.modified, change.added))
      if (!isEmpty(taken)) yield
      if (!isEmpty(taken) && !force)
        for (const path of namedPaths(taken)) conflicts.push({ manager: id, path })
      store(out, id, { ...owner, set: difference(difference(owner.set, taken), change.removed) })
    }
    if (!force && conflicts.length > 0) throw new ConflictsError(conflicts)
    const own = out.get(manager)
    if (own !== undefined && isEmpty(own.set)) out.delete(manager)
    return out
  }

  private compareAt(live: TypedObject, next: TypedObject, apiVersion: string): Comparison {
    const comparison = this.objects.compare(
      this.objects.convert(live, apiVersion, 'old object'),
      this.objects.convert(next, apiVersion, 'new object'),
    )
    return excludeFields(comparison, this.ignored)
  }

  private *prune(
    merged: TypedObject,
    managers: Managers,
    apiVersion: string,
    last: VersionedSet | undefined,
  ): Steps<TypedObject> {
    if (last === undefined || isEmpty(last.set)) return merged
    const atLast = unlessMissing(() =>
      this.objects.convert(merged, last.apiVersion, 'merged object to last applied version'),
    )
    if (atLast === undefined) return merged
    const lastNamed = withNamedFields(last.set, atLast.atom)
    let pruned = this.objects.remove(atLast, lastNamed)
    yield
    pruned = yield* this.addBackOwned(atLast, pruned, last.apiVersion, managers)
    yield
    pruned = this.addBackDangling(atLast, pruned, lastNamed, last.apiVersion)
    return this.objects.convert(pruned, apiVersion)
  }

  /** What was taken away comes back where some manager (also the one that applies) owns it; the pruned version goes first. */
  private *addBackOwned(
    merged: TypedObject,
    pruned: TypedObject,
    first: string,
    managers: Managers,
  ): Steps<TypedObject> {
    const owned = new Map<string, FieldSet>()
    for (const { apiVersion, set } of managers.values())
      owned.set(apiVersion, union(owned.get(apiVersion) ?? emptySet, set))
    const versions = [...owned.keys()].sort((a, b) => Number(b === first) - Number(a === first))
    let out = pruned
    let whole = merged
    for (const version of versions) {
      const atVersion = unlessMissing(
        () =>
          [
            this.objects.convert(whole, version, `merged object at version ${version}`),
            this.objects.convert(out, version, `pruned object at version ${version}`),
          ] as const,
      )
      if (atVersion === undefined) continue
      const [mergedAt, prunedAt] = atVersion
      const keep = union(
        this.objects.namedFieldSet(prunedAt),
        withNamedFields(owned.get(version)!, mergedAt.atom),
      )
      yield
      out = this.objects.remove(mergedAt, difference(this.objects.namedFieldSet(mergedAt), keep))
      whole = mergedAt
      yield
    }
    return out
  }

  /** What nobody owns and the manager did not apply before comes back as well. */
  private addBackDangling(
    merged: TypedObject,
    pruned: TypedObject,
    lastNamed: FieldSet,
    version: string,
  ): TypedObject {
    const prunedSet = this.objects.namedFieldSet(this.objects.convert(pruned, version))
    const gone = difference(this.objects.namedFieldSet(merged), prunedSet)
    return this.objects.remove(merged, intersection(gone, lastNamed))
  }

  /** The sets as they read under the current schema; managers of unknown versions are left out. */
  private reconcile(managers: Managers): Managers {
    const out: Managers = new Map()
    for (const [id, owner] of managers) {
      const set = unlessMissing(() => this.reconcileSet(owner.set, owner.apiVersion))
      if (set !== undefined) out.set(id, set === owner.set ? owner : { ...owner, set })
    }
    return out
  }

  private reconcileSet(set: FieldSet, apiVersion: string): FieldSet {
    let byVersion = this.reconciled.get(set)
    if (byVersion === undefined) {
      byVersion = new Map()
      this.reconciled.set(set, byVersion)
    }
    let out = byVersion.get(apiVersion)
    if (out === undefined) {
      out = reconcileWithSchema(set, this.objects.typeOf(apiVersion))
      byVersion.set(apiVersion, out)
    }
    return out
  }
}

function store(managers: Managers, id: string, owner: VersionedSet): Managers {
  if (isEmpty(owner.set)) managers.delete(id)
  else managers.set(id, owner)
  return managers
}
