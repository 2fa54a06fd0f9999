// Who has which address, read from the API when something of it has changed.
import type { RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../component-start.ts'
import { readTopology, type Topology } from './topology.ts'

/** Storage prefixes of the objects that a topology is read from. */
const sources = ['pods', 'minions', 'services/specs', 'endpointslices/default'].map(
  (one) => `/registry/${one}/`,
)

/** The server whose store all writes go to. */
export type TopologyServer = Pick<RunningServer, 'storage'>

/** The client and server that a topology is read from. */
export interface TopologySource {
  client: RestClient
  /** The server whose store nobody else writes. Undefined: the topology is read for each packet. */
  server?: () => TopologyServer | undefined
}

/** Keeps a topology until one of its objects is written. */
export class TopologyReader {
  private readonly source: TopologySource
  private known: Topology | undefined
  private server: TopologyServer | undefined
  /** The last write that was told. */
  private told = -1
  private stopWatch = (): void => {}

  constructor(source: TopologySource) {
    this.source = source
  }

  /** The topology as of now: every write that has been answered is in it. */
  async read(): Promise<Topology> {
    const { storage } = this.follow() ?? {}
    if (storage === undefined || storage.shared) return readTopology(this.source.client)
    if (this.known !== undefined && this.told === storage.revision()) return this.known
    const before = storage.revision()
    const topology = await readTopology(this.source.client)
    // What is written meanwhile may be in it or not.
    if (storage.revision() === before && this.server?.storage === storage) {
      this.known = topology
      this.told = before
    }
    return topology
  }

  /** Ends following the server. */
  stop(): void {
    this.stopWatch()
    this.known = undefined
    this.server = undefined
  }

  private follow(): TopologyServer | undefined {
    const server = this.source.server?.()
    if (server === this.server) return server
    this.stop()
    this.server = server
    const watcher = server?.storage?.watch('', undefined, ({ record }) => {
      if (sources.some((one) => record.key.startsWith(one))) this.known = undefined
      this.told = record.modRevision
    })
    this.stopWatch = () => watcher?.stop()
    return server
  }
}
