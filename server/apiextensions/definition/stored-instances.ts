// Upstream: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (DeleteCollection, as crd_finalizer.go calls it)
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type Clock, toTime } from '../../../component-base/clock.ts'
import { type Storage, StorageError, type StoredRecord } from '../../storage/interface.ts'
import { type Definition, instancesPrefix } from './definition.ts'
import type { Instances } from './instances.ts'

/** Instances as the store has them, whatever version they are in. */
export class StoredInstances implements Instances {
  private readonly storage: Storage
  private readonly clock: Clock

  constructor({ storage, clock }: { storage: Storage; clock: Clock }) {
    this.storage = storage
    this.clock = clock
  }

  async namespaces(definition: Definition): Promise<readonly string[]> {
    const { records } = await this.storage.list(instancesPrefix(definition))
    return [...new Set(records.map(({ object }) => object.metadata.namespace ?? ''))]
  }

  async deleteCollection(definition: Definition, namespace: string): Promise<void> {
    const below = namespace === '' ? '' : `${namespace}/`
    const { records } = await this.storage.list(`${instancesPrefix(definition)}${below}`)
    for (const record of records) await this.deleteOne(record)
  }

  /** Deletes the stored object; where somebody changed it meanwhile, the changed object. */
  private async deleteOne(record: StoredRecord): Promise<void> {
    for (let current: StoredRecord | undefined = record; current !== undefined; )
      try {
        return await this.deleteRecord(current)
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== 'conflict') {
          if (error instanceof StorageError && error.code === 'missing') return
          throw error
        }
        current = error.current ?? (await this.storage.get(record.key))
      }
  }

  private async deleteRecord({ key, modRevision, object }: StoredRecord): Promise<void> {
    if ((object.metadata.finalizers ?? []).length === 0) await this.storage.delete(key, modRevision)
    else if (object.metadata.deletionTimestamp === undefined)
      await this.storage.update(key, modRevision, this.marked(object))
  }

  /** The object with a deletionTimestamp, as its finalizers keep it for now. */
  private marked(object: KubeObject): KubeObject {
    const { generation } = object.metadata
    return {
      ...object,
      metadata: {
        ...object.metadata,
        ...(generation === undefined ? {} : { generation: generation + 1 }),
        deletionTimestamp: toTime(this.clock.now()),
        deletionGracePeriodSeconds: 0,
      },
    }
  }
}
