// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go (start-apiextensions-controllers)
import type { GenericAPIServer } from '../../../endpoints/generic-apiserver.ts'
import type { DefinitionChange, Definitions } from '../definitions.ts'
import type { Instances } from '../instances.ts'
import { ApprovalController } from './approval-controller.ts'
import { EstablishingController } from './establishing-controller.ts'
import { FinalizingController } from './finalizing-controller.ts'
import { NamingController } from './naming-controller.ts'
import { StatusWriter } from './status-writer.ts'
import { StructureController } from './structure-controller.ts'

interface Controller {
  hear(change: DefinitionChange): void
  stop(): Promise<void>
}

/** Milliseconds before a server that is one of several establishes a definition. */
const delayBesideOthers = 5000

/** The custom resources and the number of servers that the controllers of CustomResourceDefinitions work with. */
export interface DefinitionControllersOptions {
  readonly instances: Instances
  /** `--apiserver-count` */
  readonly servers: number
}

/** The controllers that write the status of definitions, while a server serves. */
export class DefinitionControllers {
  private readonly definitions: Definitions
  private readonly controllers: readonly Controller[]
  private stopListening = (): void => {}

  constructor(
    { context, ...apiserver }: GenericAPIServer,
    definitions: Definitions,
    { instances, servers }: DefinitionControllersOptions,
  ) {
    this.definitions = definitions
    const { clock, storage, release } = context
    const { minor } = release
    const writer = new StatusWriter({ context, ...apiserver }, definitions)
    const delay = servers > 1 ? delayBesideOthers : 0
    this.controllers = [
      new NamingController(writer, clock),
      new EstablishingController(writer, clock, { delay, minor }),
      new StructureController(writer, clock, minor),
      new ApprovalController(writer, clock),
      new FinalizingController(writer, { clock, storage, minor, instances }),
    ]
  }

  /** Looks at what is there, and at each change from now on. */
  start(): void {
    this.stopListening = this.definitions.listen((change) => this.hear(change))
    for (const now of this.definitions.all()) this.hear({ name: now.name, now, before: undefined })
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.stopListening()
    await Promise.all(this.controllers.map((one) => one.stop()))
  }

  private hear(change: DefinitionChange): void {
    for (const controller of this.controllers) controller.hear(change)
  }
}
