// Upstream: pkg/controlplane/controller/crdregistration/crdregistration_controller.go, kube-aggregator/pkg/controllers/autoregister
import type { KubeObject } from '../../../apimachinery/json.ts'
import { automanaged, availableService } from '../../registry/apiregistration/local-api-services.ts'
import { type BootstrapTarget, writeMissing } from '../../registry/bootstrap.ts'
import { StorageError } from '../../storage/interface.ts'
import { type Definition, servedVersions } from '../definition/definition.ts'
import type { DefinitionChange, DefinitionDirectory } from '../definition/definitions.ts'

const groupPriorityMinimum = 1000
const versionPriority = 100

/** Keeps an APIService for each group version that definitions serve, while a server serves. */
export class CustomAPIServices {
  private readonly target: BootstrapTarget
  private readonly definitions: DefinitionDirectory
  private readonly failed: (error: unknown) => void
  private stopListening = (): void => {}
  private last: Promise<void> = Promise.resolve()

  /** @param failed told of each APIService that could not be written */
  constructor(target: BootstrapTarget, definitions: DefinitionDirectory, failed: (error: unknown) => void) {
    this.target = target
    this.definitions = definitions
    this.failed = failed
  }

  start(): void {
    this.stopListening = this.definitions.listen((change) => this.follow(change))
    for (const definition of this.definitions.all()) this.sync(definition)
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopListening()
    await this.last
  }

  private follow({ before, now }: DefinitionChange): void {
    if (before !== undefined) this.sync(before)
    if (now !== undefined) this.sync(now)
  }

  private sync({ spec }: Definition): void {
    for (const { name = '' } of spec.versions ?? [])
      this.last = this.last.then(() => this.write(spec.group ?? '', name)).catch(this.failed)
  }

  private async write(group: string, version: string): Promise<void> {
    const { registry, server } = this.target
    const registered = registry.resource('apiregistration.k8s.io', 'v1', 'apiservices')
    if (registered?.store === undefined || registry.hasGroup(group)) return
    if (this.isServed(group, version))
      return writeMissing(this.target, serviceOf(group, version, this.target), registered)
    const record = await server.storage.get(registered.store.keyOf('', `${version}.${group}`))
    if (record?.object.metadata.labels?.[automanaged] !== 'true') return
    try {
      await server.storage.delete(record.key, record.modRevision)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
    }
  }

  private isServed(group: string, version: string): boolean {
    return this.definitions
      .all()
      .some((one) => one.spec.group === group && servedVersions(one).some(({ name }) => name === version))
  }
}

const serviceOf = (group: string, version: string, { server }: BootstrapTarget): KubeObject =>
  availableService({ group, version, groupPriorityMinimum, versionPriority }, 'true', server.clock)
