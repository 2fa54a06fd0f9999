import { keptConnections, send, textOf } from '../../../client/http.ts'
import { RecordError } from '../record-error.ts'

/** What facts are read from: the bodies that a server answers. */
export interface FactSource {
  /** The body of a GET. @param accept its Accept header. Rejects where the server answers anything but 200. */
  text(path: string, accept?: string): Promise<string>
}

/** The body of a GET, parsed. What it has is up to the caller, who knows the document. */
export const json = async <T>(source: FactSource, path: string, accept?: string): Promise<T> =>
  JSON.parse(await source.text(path, accept)) as T

/** GET requests to a server of 127.0.0.1, as its administrator. */
export class ServerClient implements FactSource {
  private readonly server: string
  private readonly token: string
  private readonly agent: ReturnType<typeof keptConnections>

  constructor(port: number, token: string) {
    this.server = `https://127.0.0.1:${port}`
    this.token = token
    // Its certificate is one that it has just made for itself.
    this.agent = keptConnections({ server: this.server, insecure: true })
  }

  async text(path: string, accept = 'application/json'): Promise<string> {
    const { code, body } = await this.get(path, accept)
    if (code !== 200)
      throw new RecordError(`GET ${path}: kube-apiserver answers ${code}: ${body.slice(0, 200)}`)
    return body
  }

  /** Whether /readyz answers 200. @param without checks that are left out */
  async isReady(without: readonly string[] = []): Promise<boolean> {
    const query = without.map((check) => `exclude=${check}`).join('&')
    try {
      return (await this.get(`/readyz?${query}`, 'text/plain, application/json')).code === 200
    } catch {
      return false
    }
  }

  /**
   * Sends an object as JSON. Answers false where the server finds it invalid; rejects with RecordError where it does not take
   * it for another reason. @param type of the body
   */
  async write(
    method: 'POST' | 'PATCH',
    path: string,
    object: object,
    type = 'application/json',
  ): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': type }
    const request = { agent: this.agent, headers, method, body: JSON.stringify(object) }
    const answer = await send(`${this.server}${path}`, request)
    const [code, text] = [answer.statusCode ?? 0, await textOf(answer)]
    if (code >= 300 && code !== 422)
      throw new RecordError(`${method} ${path}: kube-apiserver answers ${code}: ${text.slice(0, 200)}`)
    return code < 300
  }

  close(): void {
    this.agent.destroy()
  }

  private async get(path: string, accept: string): Promise<{ code: number; body: string }> {
    const headers = { authorization: `Bearer ${this.token}`, accept }
    const answer = await send(`${this.server}${path}`, { agent: this.agent, headers })
    return { code: answer.statusCode ?? 0, body: await textOf(answer) }
  }
}
