import type { ClientConfig } from '../../client/kubeconfig.ts'
import type { Exchange, RestRequest } from '../../client/rest-client.ts'
import { ClusterClient } from '../../cluster/cluster-client.ts'
import { realClock } from '../../component-base/clock.ts'

/** A client that tells what it asked and was answered. */
export class RecordingClient extends ClusterClient {
  /** Of several servers each gets a request in turn, so that it does not hang on time which one answers. */
  private readonly inTurn: readonly ClusterClient[]
  private requests = 0
  private readonly told: (request: RestRequest, answer: Exchange) => void

  /** @param inTurn clients of single servers; none: where the config leads */
  constructor(
    config: ClientConfig,
    on: { exchange(request: RestRequest, answer: Exchange): void; warning(text: string): void },
    inTurn: readonly ClusterClient[] = [],
  ) {
    super(config, { userAgent: 'scenario', clock: realClock, warn: (text) => on.warning(text) })
    this.inTurn = inTurn
    this.told = (request, answer) => on.exchange(request, answer)
  }

  override async exchange(request: RestRequest): Promise<Exchange> {
    const server = this.inTurn[this.requests++ % this.inTurn.length]
    const answer = await (server?.exchange(request) ?? super.exchange(request))
    if (server !== undefined) this.warnings.push(...answer.warnings)
    this.told(request, answer)
    return answer
  }
}
