import { Agent, request } from 'node:https'

/** Sends requests to a server of its own certificates, over connections that stay. */
export class HttpsClient {
  private readonly agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  private readonly server: string
  private readonly token: string

  constructor({ server, token }: { server: string; token: string }) {
    this.server = server
    this.token = token
  }

  /** Resolves with the status when the whole answer is there. */
  send(method: string, path: string, body?: unknown): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.server}${path}`,
        {
          method,
          agent: this.agent,
          headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        },
        (answer) => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode!))
          answer.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  close(): void {
    this.agent.destroy()
  }
}
