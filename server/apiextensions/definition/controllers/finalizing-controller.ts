// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go
import { listText } from '../../../../apimachinery/field-error.ts'
import { semanticEqual } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import type { Storage } from '../../../storage/interface.ts'
import type { Said } from '../conditions.ts'
import { cleanupFinalizer, type Definition, instancesPrefix, isTrue } from '../definition.ts'
import type { DefinitionChange } from '../definitions.ts'
import { definitionDialect } from '../dialect.ts'
import type { Instances } from '../instances.ts'
import { waitUntilGone } from './instances-gone.ts'
import type { StatusWriter } from './status-writer.ts'
import { WorkQueue } from './work-queue.ts'

const type = 'Terminating'
const inProgress: Said = {
  type,
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
}
const completed: Said = {
  type,
  status: 'False',
  reason: 'InstanceDeletionCompleted',
  message: 'removed all instances',
}
const neverEstablished: Said = {
  type,
  status: 'False',
  reason: 'NeverEstablished',
  message: 'resource was never established',
}
const overlapping: Said = {
  type,
  status: 'False',
  reason: 'OverlappingBuiltInResource',
  message: 'instances overlap with built-in resources in storage',
}

/** Definitions whose custom resources would be stored among built-in objects. */
const builtIn = new Set([
  'apiservices.apiregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
])

/** The number of definitions that are finalized at once. */
const workers = 5

/** The condition after an attempt; `failed`: the attempt is to be repeated. */
interface Outcome {
  readonly said: Said
  readonly failed?: boolean
}

/** The clock, store, release and custom resources that finalizing uses beside the definitions. */
export interface FinalizingParts {
  readonly clock: Clock
  readonly storage: Storage
  readonly minor: number
  readonly instances: Instances
}

/** Deletes the instances of a definition that is being deleted, then lets it go. */
export class FinalizingController {
  private readonly writer: StatusWriter
  private readonly parts: FinalizingParts
  private readonly queue: WorkQueue
  private readonly ends = new Set<() => void>()

  constructor(writer: StatusWriter, parts: FinalizingParts) {
    this.writer = writer
    this.parts = parts
    this.queue = new WorkQueue(parts.clock, workers, (name) => this.sync(name))
  }

  /** Queues a definition that is being deleted, unless only its condition Terminating changed, which the controller itself writes. */
  hear({ name, now, before }: DefinitionChange): void {
    if (now === undefined || !isToFinalize(now)) return
    if (before !== undefined && sameBesideTerminating(now, before)) return
    this.queue.add(name)
  }

  async stop(): Promise<void> {
    for (const end of this.ends) end()
    await this.queue.stop()
  }

  private async sync(name: string): Promise<void> {
    const found = this.writer.current(name)
    if (found === undefined || !isToFinalize(found)) return
    const definition = await this.writer.write(found, this.writer.withConditions(found, [inProgress]))
    if (definition === undefined) return
    const { said, failed } = await this.finalize(definition)
    const next = this.writer.withConditions(definition, [said])
    if (failed) {
      await this.writer.write(definition, next)
      throw new Error(said.message)
    }
    const finalizers = (definition.object.metadata.finalizers ?? []).filter((one) => one !== cleanupFinalizer)
    await this.writer.write(definition, { ...next, metadata: { ...next.metadata, finalizers } })
  }

  private async finalize(definition: Definition): Promise<Outcome> {
    if (builtIn.has(definition.name)) return { said: overlapping }
    if (!isTrue(definition, 'Established')) return { said: neverEstablished }
    return this.deleteInstances(definition)
  }

  private async deleteInstances(definition: Definition): Promise<Outcome> {
    const { instances } = this.parts
    let namespaces: readonly string[]
    try {
      namespaces = await instances.namespaces(definition)
    } catch (error) {
      return failure('InstanceDeletionFailed', `could not list instances: ${(error as Error).message}`)
    }
    const errors: string[] = []
    for (const namespace of namespaces)
      await instances
        .deleteCollection(definition, namespace)
        .catch((error: Error) => errors.push(error.message))
    if (errors.length > 0)
      return failure('InstanceDeletionFailed', `could not issue all deletes: ${listText(errors)}`)
    const left = await this.untilGone(definition)
    return left === undefined
      ? { said: completed }
      : failure('InstanceDeletionCheck', `could not confirm zero CustomResources remaining: ${left}`)
  }

  /** Waits for the custom resources to be gone; answers why that is not certain, undefined where they are gone. */
  private async untilGone(definition: Definition): Promise<string | undefined> {
    const { clock, storage, instances, minor } = this.parts
    const { instanceDeletionTimeout } = definitionDialect(minor)
    const wait = waitUntilGone(
      { clock, storage, prefix: instancesPrefix(definition) },
      async () => (await instances.namespaces(definition)).length === 0,
    )
    this.ends.add(wait.end)
    try {
      return (await wait.gone) ? undefined : instanceDeletionTimeout
    } catch (error) {
      return (error as Error).message
    } finally {
      this.ends.delete(wait.end)
    }
  }
}

const failure = (reason: string, message: string): Outcome => ({
  said: { type, status: 'True', reason, message },
  failed: true,
})

const isToFinalize = ({ object: { metadata } }: Definition): boolean =>
  metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(cleanupFinalizer) === true

function sameBesideTerminating(one: Definition, other: Definition): boolean {
  const bare = ({ object, status }: Definition): object => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion: '' },
    status: { ...status, conditions: (status.conditions ?? []).filter((each) => each.type !== type) },
  })
  return semanticEqual(bare(one), bare(other))
}
