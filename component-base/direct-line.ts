// Requests to a server of the same process as calls: what a connection would carry, without one. Components of one cluster send
// tens of thousands of them, and bytes of HTTP that nobody outside of the process sees cost more than their answers.
import type { ClientTls } from './mutual-trust.ts'

/** A request as it would go over a connection. */
export interface DirectRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends the request, whatever of its answer has come. */
  readonly signal?: AbortSignal | undefined
}

/** The head of an answer, and what comes of its body. */
export interface ClientAnswer {
  readonly status: number
  /** The Warning headers as they were sent. */
  readonly warnings: readonly string[]
  /** The whole body as UTF-8. Rejects where the answer is broken off. */
  text(): Promise<string>
  /** The body line by line until it ends; what several clients of the process are told is one Buffer. Throws as `text` rejects. */
  lines(): AsyncIterable<string | Buffer>
}

/** Sends requests of one client to one server. Rejects as node:http does: ECONNRESET where the server ends, the signal's reason. */
export type DirectLine = (request: DirectRequest) => Promise<ClientAnswer>

/** The line to the server of a URL; undefined where a connection is wanted: no server of this process, or a handshake has to decide. */
export type OpenDirect = (url: string, client: ClientTls) => DirectLine | undefined
