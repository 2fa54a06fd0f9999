import type { Connect } from '../../component-base/in-process-connection.ts'
import { Connections } from '../../kubectl/connections.ts'
import { ServerDocuments } from '../../kubectl/resources/server-documents.ts'
import type { Edit } from './edits.ts'
import { Forwards } from './forwards.ts'

/** What stays of kubectl from one command to the next. */
export class KubectlState {
  /** What the built-in kubectl keeps of the servers. */
  readonly documents = new ServerDocuments()
  /** What `kubectl port-forward` has begun. */
  readonly forwards = new Forwards()
  private readonly connect: Connect | undefined
  private readonly anew: boolean
  private readonly made: Connections[] = []
  private port: number | undefined

  /** @param anew whether each command has connections of its own, so that servers behind one address get commands in turn */
  constructor(connect: Connect | undefined, anew = false) {
    this.connect = connect
    this.anew = anew
  }

  /** Those that the next command uses. */
  connections(): Connections {
    const [kept] = this.made
    if (kept !== undefined && !this.anew) return kept
    const made = new Connections(this.connect)
    this.made.push(made)
    return made
  }

  close(): void {
    for (const connections of this.made.splice(0)) connections.close()
  }

  /** Where `kubectl proxy` listens. */
  get proxyPort(): number | undefined {
    return this.port
  }

  /** As if it ran in another terminal. */
  proxyOn(port: number): void {
    this.port = port
  }
}

/** The person at the editors that commands open. */
export class Editor {
  private given: readonly Edit[] = []

  /** What the document says is edited by the command that runs now, if that opens an editor. */
  get edits(): readonly Edit[] {
    return this.given
  }

  willMake(edits: readonly Edit[]): void {
    this.given = edits
  }
}

/** What hack/local-up-cluster.sh leaves on the disk. */
export class LocalUpFiles {
  private logs: string | undefined
  private temporary: string | undefined

  /** Where its components log. */
  get logDir(): string | undefined {
    return this.logs
  }

  /** The directory that its last start wrote its configuration to. */
  get tempDir(): string | undefined {
    return this.temporary
  }

  configuredIn(dir: string): void {
    this.temporary = dir
  }

  logsTo(dir: string): void {
    this.logs = dir
  }
}
