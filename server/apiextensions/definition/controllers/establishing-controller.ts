// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/establish/establishing_controller.go
import type { Clock } from '../../../../component-base/clock.ts'
import type { Said } from '../conditions.ts'
import { type Definition, isTrue } from '../definition.ts'
import type { DefinitionChange } from '../definitions.ts'
import { definitionDialect } from '../dialect.ts'
import { caBundleProblem } from '../validation/ca-bundle.ts'
import type { StatusWriter } from './status-writer.ts'
import { WorkQueue } from './work-queue.ts'

const invalidBundle: Said = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
}
const established: Said = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

/** The delay in milliseconds before definitions are established, until other servers have heard of the names. */
export interface EstablishingOptions {
  readonly delay: number
  readonly minor: number
}

/** Establishes definitions whose names are accepted. */
export class EstablishingController {
  private readonly writer: StatusWriter
  private readonly queue: WorkQueue
  private readonly options: EstablishingOptions

  constructor(writer: StatusWriter, clock: Clock, options: EstablishingOptions) {
    this.writer = writer
    this.options = options
    this.queue = new WorkQueue(clock, 1, (name) => this.sync(name))
  }

  hear({ name, now }: DefinitionChange): void {
    if (now !== undefined && awaits(now)) this.queue.addAfter(name, this.options.delay)
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private async sync(name: string): Promise<void> {
    const definition = this.writer.current(name)
    if (definition === undefined || !awaits(definition)) return
    const said = this.hasBadBundle(definition) ? invalidBundle : established
    await this.writer.write(definition, this.writer.withConditions(definition, [said]))
  }

  private hasBadBundle({ spec }: Definition): boolean {
    const { checksCABundle } = definitionDialect(this.options.minor)
    return checksCABundle && caBundleProblem(spec.conversion?.webhook?.clientConfig?.caBundle) !== undefined
  }
}

const awaits = (definition: Definition): boolean =>
  isTrue(definition, 'NamesAccepted') && !isTrue(definition, 'Established')
