import type { ClientConfig } from '../../client/kubeconfig.ts'
import { type Exchange, RestClient, type RestRequest } from '../../client/rest-client.ts'

/** A client that tells what it asked and was answered. */
export class RecordingClient extends RestClient {
  private readonly told: (request: RestRequest, answer: Exchange) => void

  constructor(
    config: ClientConfig,
    userAgent: string,
    on: { exchange(request: RestRequest, answer: Exchange): void; warning(text: string): void },
  ) {
    super(config, userAgent, (text) => on.warning(text))
    this.told = (request, answer) => on.exchange(request, answer)
  }

  override async exchange(request: RestRequest): Promise<Exchange> {
    const answer = await super.exchange(request)
    this.told(request, answer)
    return answer
  }
}
