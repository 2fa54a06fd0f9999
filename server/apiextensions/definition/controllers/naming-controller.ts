// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/status/naming_controller.go
import { semanticEqual } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { saysSame } from '../conditions.ts'
import { acceptedNames, conditionOf } from '../definition.ts'
import type { DefinitionChange } from '../definitions.ts'
import { namingOf } from './accepted-names.ts'
import type { StatusWriter } from './status-writer.ts'
import { WorkQueue } from './work-queue.ts'

/** Accepts the names of definitions, one definition after the other. */
export class NamingController {
  private readonly writer: StatusWriter
  private readonly queue: WorkQueue

  constructor(writer: StatusWriter, clock: Clock) {
    this.writer = writer
    this.queue = new WorkQueue(clock, 1, (name) => this.sync(name))
  }

  hear({ name }: DefinitionChange): void {
    this.queue.add(name)
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private async sync(name: string): Promise<void> {
    const definition = this.writer.current(name)
    // The definition is gone, and its names are free for others of the group.
    if (definition === undefined) return this.reconsiderGroup(name)
    if (semanticEqual(definition.spec.names, definition.status.acceptedNames)) return
    const { names, namesAccepted, established } = namingOf(definition, this.writer.all())
    const isSaid = saysSame(conditionOf(definition, 'NamesAccepted'), namesAccepted)
    if (isSaid && semanticEqual(names, acceptedNames(definition))) return
    const next = this.writer.withConditions(definition, [namesAccepted, established], {
      acceptedNames: names,
    })
    if ((await this.writer.write(definition, next)) !== undefined) this.reconsiderGroup(name)
  }

  private reconsiderGroup(name: string): void {
    const group = name.slice(name.indexOf('.') + 1)
    for (const other of this.writer.all())
      if (other.spec.group === group && other.name !== name) this.queue.add(other.name)
  }
}
