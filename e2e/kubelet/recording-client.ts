import type { ClientConfig } from '../../client/kubeconfig.ts'
import { ApiError, RestClient, type RestRequest } from '../../client/rest-client.ts'

/** A request of a kubelet with the answer's code: `POST /api/v1/nodes 201`. */
export interface Sent {
  line: string
  body: unknown
}

/** A client that records its requests, and can act as if the server were down. */
export class RecordingClient extends RestClient {
  readonly sent: Sent[] = []
  down = false
  /** Requests that wait for their answer. */
  busy = 0

  constructor(config: ClientConfig) {
    super(config, 'kubelet/test')
  }

  override async json<T>(options: RestRequest): Promise<T> {
    const note = (outcome: number | string): void =>
      void this.sent.push({ line: `${options.method} ${options.path} ${outcome}`, body: options.body })
    if (this.down) {
      note('refused')
      throw new Error(`dial tcp 127.0.0.1:6443: connect: connection refused`)
    }
    this.busy++
    try {
      const answer = await super.json<T>(options)
      note(options.method === 'POST' ? 201 : 200)
      return answer
    } catch (error) {
      note(error instanceof ApiError ? error.code : (error as Error).message)
      throw error
    } finally {
      this.busy--
    }
  }

  /** Lines since the last call, without watches and lists of informers. */
  take(): string[] {
    return this.sent
      .splice(0)
      .map((s) => s.line)
      .filter((l) => !l.includes('fieldSelector='))
  }
}
