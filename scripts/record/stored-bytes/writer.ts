import { keptConnections, send, textOf } from '../../../client/http.ts'
import { recordingClient, type WriteRequest } from '../../../e2e/stored-bytes/stored-bytes.ts'
import { EtcdClient } from '../../../server/storage/etcd/etcd-client.ts'
import { prefixEnd } from '../../../server/storage/etcd/key-range.ts'
import { RecordError } from '../record-error.ts'
import type { RealServer } from '../server/real-server.ts'
import type { Verdict } from './grow.ts'

const root = Buffer.from('/registry/')
const patience = 60_000

/** Writes to a real server, and reads in its etcd what that stored. */
export class Writer {
  private readonly server: RealServer
  private readonly etcd: EtcdClient
  private readonly agent: ReturnType<typeof keptConnections>

  private constructor(server: RealServer, etcd: EtcdClient) {
    this.server = server
    this.etcd = etcd
    this.agent = keptConnections({ server: server.target.server, insecure: true })
  }

  static async open(server: RealServer): Promise<Writer> {
    const files = { caFile: '', certFile: '', keyFile: '' }
    return new Writer(server, await EtcdClient.open({ endpoints: [server.etcd], ...files }))
  }

  close(): void {
    this.agent.destroy()
    this.etcd.close()
  }

  /** The key and the bytes (base64) of the object after the last of the requests. Rejects with a RecordError where one is refused. */
  async store(requests: readonly WriteRequest[]): Promise<{ key: string; bytes: string }> {
    let revision = 0
    for (const request of requests) {
      const { status, text } = await this.sent(request)
      if (status >= 300) throw new RecordError(`${request.method} ${request.path}: ${status} ${text.trim()}`)
      const { metadata } = JSON.parse(text) as { metadata: { resourceVersion: string } }
      revision = Number(metadata.resourceVersion)
    }
    // As of that write: a controller of the server may have written since.
    const { kvs } = await this.etcd.range({ key: root, range_end: prefixEnd(root), revision })
    const found = kvs.find(({ mod_revision }) => mod_revision === revision)
    if (found === undefined) throw new RecordError(`${requests[0]!.path}: no key has revision ${revision}`)
    return { key: found.key.toString(), bytes: found.value.toString('base64') }
  }

  /** What the server would make of a request. */
  async tried(request: WriteRequest): Promise<Verdict> {
    const { status, text } = await this.sent(request, '?dryRun=All&fieldValidation=Strict')
    const body = JSON.parse(text) as { details?: { causes?: NonNullable<Verdict['causes']> } }
    return status < 300 ? { object: body } : { causes: body.details?.causes ?? [] }
  }

  private async sent(request: WriteRequest, query = ''): Promise<{ status: number; text: string }> {
    const { method, path, body } = request
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = {
      authorization: `Bearer ${this.server.target.token}`,
      'content-type': type,
      'user-agent': recordingClient,
    }
    const answer = await send(`${this.server.target.server}${path}${query}`, {
      agent: this.agent,
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
    return { status: answer.statusCode ?? 0, text: await textOf(answer) }
  }
}
