// Webhook servers whose answers are data, for tests and for recording what the real kube-apiserver makes of them.
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import type { JsonObject, JsonValue, KubeObject } from '../../../../apimachinery/json.ts'
import { applyJsonPatch } from '../../../../apimachinery/patch/json-patch.ts'
import {
  createAuthority,
  issueCertificate,
  type KeyPair,
} from '../../../../component-base/certificate-authority.ts'

/** The answer of a webhook server at a path. */
export interface Behaviour {
  /** The `response` of the review; the uid is the request's unless it names one. A `patch` that is a list becomes base64. */
  readonly response?: Readonly<Record<string, unknown>> | null
  /** Fields of the review beside. */
  readonly review?: Readonly<Record<string, unknown>>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The body of the answer, in place of a review. */
  readonly body?: string
  /** Never answers (`head`), or sends the head of an answer and never ends its body (`body`). */
  readonly hangs?: 'head' | 'body'
  /** Ends the connection: at once, or in the body. */
  readonly ends?: 'close' | 'body'
  /** Bytes in place of an HTTP answer. */
  readonly bytes?: string
  /** Answers with the review that the webhook received. */
  readonly echoes?: boolean
  /** The behaviour at the first call only, in place of the other fields. */
  readonly first?: Behaviour
  /** Converts as a webhook of `spec.hostPort` (v1) and `spec.host` with `spec.port` (others) does; operations of a JSON patch on the list of them follow. */
  readonly converts?: readonly object[]
}

/** A review that a webhook was sent, with the path and the headers that matter. */
export interface Received {
  readonly path: string
  readonly type: string
  readonly agent: string
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into reviews of any shape
  readonly review: any
}

/** The webhook servers of one test; `ports` by what is special about each server. */
export interface HookServers {
  readonly ports: Readonly<Record<string, number>>
  readonly ca: string
  readonly otherCA: string
  readonly received: Received[]
  behaviours: Readonly<Record<string, Behaviour>>
  close(): Promise<void>
}

const service = ['hooks.webhooks.svc', 'localhost']

/** @param base the first port; 0: any. @param host that they listen at */
export async function startHookServers(base = 0, host = '127.0.0.1'): Promise<HookServers> {
  const now = Date.now()
  const authority = createAuthority('webhook-ca', now)
  const other = createAuthority('other-ca', now)
  const issue = (by: KeyPair, names: string[], addresses: string[], days = 30): KeyPair =>
    issueCertificate(by, { commonName: 'webhook', names, addresses, usage: 'server', days }, now)
  const pairs: Record<string, KeyPair> = {
    good: issue(authority, service, ['127.0.0.1', '::1']),
    unknown: issue(other, service, ['127.0.0.1']),
    names: issue(authority, ['a.example', 'b.example'], []),
    addresses: issue(authority, [], ['127.0.0.2', '::2']),
    expired: issue(authority, service, ['127.0.0.1'], -0.5),
    common: issue(authority, [], []),
    address: issue(authority, [], ['127.0.0.1']),
  }
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const ports: Record<string, number> = {}
  const state: HookServers = {
    ports,
    ca: Buffer.from(authority.cert).toString('base64'),
    otherCA: Buffer.from(other.cert).toString('base64'),
    received: [],
    behaviours: {},
    close: async () => {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) await new Promise((done) => server.close(done))
    },
  }
  const seen = new Set<string>()
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    void answer(state, seen, req, res)
  }
  const listen = async (name: string, server: Server): Promise<void> => {
    const port = base === 0 ? 0 : base + servers.length
    await new Promise<void>((done) => server.listen(port, host, done))
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    servers.push(server)
    ports[name] = (server.address() as AddressInfo).port
  }
  for (const [name, pair] of Object.entries(pairs)) await listen(name, createServer(pair, listener))
  await listen('plain', createPlain(listener))
  await listen(
    'closing',
    createTcp((socket) => void socket.on('error', () => {}).end()),
  )
  // A port where nothing listens.
  const gone = createTcp()
  await listen('gone', gone)
  servers.pop()
  await new Promise((done) => gone.close(done))
  return state
}

async function answer(
  state: HookServers,
  seen: Set<string>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const review = text.startsWith('{') ? JSON.parse(text) : undefined
  const path = req.url ?? ''
  state.received.push({
    path,
    type: req.headers['content-type'] ?? '',
    agent: req.headers['user-agent'] ?? '',
    review,
  })
  const name = path.replace(/^\/|\?.*$/g, '')
  let behaviour = state.behaviours[name] ?? { status: 404, body: 'no such hook' }
  if (behaviour.first !== undefined && !seen.has(name)) behaviour = behaviour.first
  seen.add(name)
  perform(behaviour.echoes === true ? { ...behaviour, body: echoed(req, text) } : behaviour, review, res)
}

/** Headers that say who asks, from where, and what for. */
const shown = /^(?:x-(?:remote|forwarded)-.*|accept|content-type|authorization|impersonate.*|audit-id|host)$/

function echoed({ method, url, headers }: IncomingMessage, body: string): string {
  const own = Object.entries(headers).filter(([name]) => shown.test(name))
  return JSON.stringify({ method, url, headers: Object.fromEntries(own.sort()), body })
}

// biome-ignore lint/suspicious/noExplicitAny: reviews of any shape
function perform(one: Behaviour, review: any, res: ServerResponse): void {
  const socket = res.socket!
  if (one.hangs === 'head') return
  if (one.ends === 'close') return void socket.destroy()
  if (one.bytes !== undefined) return void socket.end(one.bytes)
  const body = one.body ?? JSON.stringify(reviewOf(one, review))
  const length = one.hangs === 'body' || one.ends === 'body' ? { 'content-length': '100000' } : {}
  res.writeHead(one.status ?? 200, { 'content-type': 'application/json', ...length, ...one.headers })
  if (one.hangs === 'body') return void res.write(body)
  if (one.ends === 'body') return void res.write(body, () => socket.destroy())
  res.end(body)
}

// biome-ignore lint/suspicious/noExplicitAny: reviews of any shape
function reviewOf({ response, review: more, converts }: Behaviour, review: any): unknown {
  const { apiVersion, kind, request } = review ?? {}
  const converted = converts && convertedObjects(request, converts)
  const own = response === null ? undefined : { uid: request?.uid, ...encoded(response ?? {}) }
  return {
    apiVersion,
    kind,
    response:
      converted === undefined ? own : { convertedObjects: converted, result: { status: 'Success' }, ...own },
    ...more,
  }
}

/** What a request for a conversion names, in the version that it wants, and then changed. */
function convertedObjects(
  { objects, desiredAPIVersion }: { objects: KubeObject[]; desiredAPIVersion: string },
  changes: readonly object[],
): JsonValue {
  const list = objects.map((object) => split(object, desiredAPIVersion)) as unknown as JsonValue
  return applyJsonPatch(list as JsonObject, changes as JsonObject[], false)
}

function split(object: KubeObject, apiVersion: string): KubeObject {
  const { hostPort, host, port, ...spec } = (object['spec'] ?? {}) as Record<string, JsonValue>
  if (apiVersion.endsWith('/v1')) {
    const joined = host === undefined ? hostPort : `${host}:${port}`
    return { ...object, apiVersion, spec: { ...spec, ...(joined === undefined ? {} : { hostPort: joined }) } }
  }
  const [name, number] = String(hostPort ?? '').split(':')
  const parts = hostPort === undefined ? { host, port } : { host: name, port: number }
  return { ...object, apiVersion, spec: { ...spec, ...parts } } as unknown as KubeObject
}

function encoded(response: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { patch } = response
  if (!Array.isArray(patch)) return response
  return { patchType: 'JSONPatch', ...response, patch: Buffer.from(JSON.stringify(patch)).toString('base64') }
}
