// Requests to a server of the same process as calls: what a connection would carry, without one. Components of one cluster send
// tens of thousands of them, and bytes of HTTP that nobody outside of the process sees cost more than their answers.
import type { EndSignal } from './ending.ts'
import type { ClientTls } from './mutual-trust.ts'

/** A request in the form that a connection would carry. */
export interface DirectRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Ends the request, even where part of its answer has come. */
  readonly signal?: EndSignal | undefined
}

/** The status of an answer, and its body as it comes. */
export interface ClientAnswer {
  readonly status: number
  /** The values of the Warning headers, unparsed. */
  readonly warnings: readonly string[]
  /** The whole body as UTF-8. Rejects where the answer is broken off. */
  text(): Promise<string>
  /** The list that the body is, in parts that are shared; undefined: it is something else, and in `text`. */
  readonly list?: ListParts | undefined
  /** The bytes of the server's store that the body is, but for its line break: those that watches tell, too; undefined: it is something else. */
  readonly object?: Buffer | undefined
  /** The body line by line until it ends; what several clients of the process are told is one Buffer. Throws as `text` rejects. */
  lines(): AsyncIterable<string | Buffer>
  /** Tells {@link lines}. Rejects also with what `tell` throws, after which nothing is told. No line is held once it has been told. */
  eachLine(tell: (line: string | Buffer) => void): Promise<void>
}

/** A list whose items are bytes of the server's store: the same Buffer as long as the object stays as it is. */
export interface ListParts {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: unknown
  /** The objects, with kind and apiVersion. */
  readonly items: readonly Buffer[]
}

/** The type and the object of a line of a watch. */
interface EventParts {
  readonly type: string
  /** The object's bytes, as in {@link ListParts}. */
  readonly object: Buffer
}

const origins = new WeakMap<Buffer, EventParts>()

/** Notes what a line was made of. */
export const madeOf = (line: Buffer, parts: EventParts): void => void origins.set(line, parts)
/** The parts of a line, where {@link madeOf} has noted them. */
export const partsOf = (line: Buffer): EventParts | undefined => origins.get(line)

/** Sends requests of one client to one server. Rejects as node:http does: ECONNRESET where the server ends, the signal's reason. */
export type DirectLine = (request: DirectRequest) => Promise<ClientAnswer>

/** The line to the server of a URL; undefined where a connection is wanted: no server of this process, or a handshake has to decide. */
export type OpenDirect = (url: string, client: ClientTls) => DirectLine | undefined
