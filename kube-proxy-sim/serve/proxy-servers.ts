// Upstream: cmd/kube-proxy/app/server.go (serveHealthz, serveMetrics)
import type { Server } from 'node:http'
import type { Clock } from '../../component-base/clock.ts'
import { closeServer, listen } from './listen.ts'

const retryMs = 5000

/** Why an address could not be served: the reason of the event, and its text. */
export interface ServeFailure {
  readonly reason: string
  readonly text: string
}

/** The HTTP servers of a kube-proxy, for health and metrics. */
export class ProxyServers {
  private readonly options: {
    readonly clock: Clock
    /** Ends the waiting for an address that cannot be served yet. */
    readonly signal: AbortSignal
    /** `bindAddressHardFail`: an address that cannot be served ends kube-proxy. */
    readonly hardFail: boolean
    readonly failed: (failure: ServeFailure) => void
  }
  private readonly servers: Server[] = []

  constructor(options: ProxyServers['options']) {
    this.options = options
  }

  /**
   * Serves at an address (`127.0.0.1:10249`). Where it cannot, it tries again every five seconds, or with `hardFail` gives up.
   * @param failed logs each try that failed
   */
  async open(
    address: string,
    handler: Parameters<typeof listen>[2],
    failed: (error: Error) => ServeFailure,
  ): Promise<void> {
    const { clock, signal, hardFail } = this.options
    try {
      const server = await listen(address, 'tcp', handler)
      if (signal.aborted) await closeServer(server)
      else this.servers.push(server)
    } catch (error) {
      const failure = failed(error as Error)
      if (hardFail) this.options.failed(failure)
      else if (!signal.aborted) clock.setTimeout(() => void this.open(address, handler, failed), retryMs)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.splice(0).map(closeServer))
  }
}
