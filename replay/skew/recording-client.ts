import type { ClientConfig } from '../../client/kubeconfig.ts'
import type { Exchange, RestRequest } from '../../client/rest-client.ts'
import { ClusterClient } from '../../cluster/cluster-client.ts'
import { realClock } from '../../component-base/clock.ts'

/** A client that tells what it asked and was answered. */
export class RecordingClient extends ClusterClient {
  private readonly told: (request: RestRequest, answer: Exchange) => void

  constructor(
    config: ClientConfig,
    on: { exchange(request: RestRequest, answer: Exchange): void; warning(text: string): void },
  ) {
    super(config, { userAgent: 'scenario', clock: realClock, warn: (text) => on.warning(text) })
    this.told = (request, answer) => on.exchange(request, answer)
  }

  override async exchange(request: RestRequest): Promise<Exchange> {
    const answer = await super.exchange(request)
    this.told(request, answer)
    return answer
  }
}
