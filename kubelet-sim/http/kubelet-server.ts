// The kubelet's own API over HTTP. Upstream: pkg/kubelet/server/server.go (NewServer)
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, Writable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { parseDuration } from '../../component-base/go/duration.ts'
import { inProcessConnection } from '../../component-base/in-process-connection.ts'
import type { ContainerHost } from './container-host.ts'
import { serveLogs } from './container-logs.ts'
import { type ContainerPath, containerPath } from './container-path.ts'
import { serveStream, taskOf, translatedBy } from './container-streams.ts'
import { refusalOf } from './debugging.ts'
import { type Answer, answerRaw, send, text } from './http-answer.ts'
import { type KubeletAccess, type ShownCertificate, subjectOf } from './kubelet-access.ts'
import { type EndpointState, kubeletAnswer } from './kubelet-endpoints.ts'
import { type RequestTarget, requestTarget } from './request-target.ts'
import { runTask } from './run-in-container.ts'
import type { Upgraded } from './upgraded.ts'

/** The answers, containers and access rules of the kubelet's own port. */
export interface KubeletAPI {
  /** @param path without query, unescaped */
  answer(path: string): Answer
  readonly host: ContainerHost
  /** The access rules; undefined: whoever asks has been let through, as an API server in this process. */
  readonly access?: KubeletAccess | undefined
  /** Whether containers are reached, and what else is for debugging; default: yes. */
  readonly debugging?: boolean
}

/** Upstream: remotecommand.DefaultStreamCreationTimeout; streamingConnectionIdleTimeout of the configuration */
const streamCreation = 30_000
const streamIdle = '4h0m0s'

/** The API of a kubelet. */
export const kubeletAPI = (state: EndpointState, access?: KubeletAccess): KubeletAPI => ({
  access,
  debugging: state.config.enableDebuggingHandlers !== false,
  answer: (path) => kubeletAnswer(path, state),
  host: {
    pods: state.pods,
    containers: state.containers,
    gates: state.enabled,
    now: () => state.clock.now(),
    timeouts: {
      creation: streamCreation,
      idle: parseDuration(String(state.config.streamingConnectionIdleTimeout ?? streamIdle)),
    },
  },
})

/** Connections to a kubelet within its process; what serves them is made when the first one asks. */
export class InnerKubeletServer {
  private readonly api: KubeletAPI
  private server: Server | undefined
  private readonly sockets = new Set<Duplex>()

  constructor(api: KubeletAPI) {
    this.api = api
  }

  /** The client's end. @param translated the client is a server that translates what its clients speak */
  connect(translated: boolean): Duplex {
    this.server ??= this.newServer()
    const [client, server] = inProcessConnection()
    this.sockets.add(server)
    server.once('close', () => this.sockets.delete(server))
    if (translated) Object.assign(server, { [translatedBy]: true })
    this.server.emit('connection', server)
    return client
  }

  /** Ends all connections. */
  close(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  private newServer(): Server {
    const server = createServer(kubeletListener(this.api))
    // Nobody but this process connects; a log may be followed for ever.
    server.requestTimeout = 0
    takeUpgrades(server, this.api)
    return server
  }
}

const switching = text('Upgrade request required\n', 500)
const methodNotAllowed = text('405: Method Not Allowed', 405)

/** Answers requests that ask for no other protocol. */
export const kubeletListener =
  (api: KubeletAPI): RequestListener =>
  (request, response) => {
    respond(api, request, response).then(
      (answer) => answer !== undefined && send(request, response, answer),
      () => response.destroy(),
    )
  }

/** Hands connections that ask for another protocol to the streams of containers; others are answered as if they did not. */
export function takeUpgrades(server: Server, api: KubeletAPI): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    takeUpgrade(api, { request, socket, head }).catch(() => socket.destroy())
  })
}

async function takeUpgrade(api: KubeletAPI, upgraded: Omit<Upgraded, 'query'>): Promise<void> {
  const { request, socket } = upgraded
  const target = await allowedTarget(api, request)
  if ('status' in target) return answerRaw(socket, target)
  const { path, query } = target
  const container = containerPath(path)
  if (container !== undefined && ['exec', 'attach', 'portForward'].includes(container.endpoint))
    await serveStream({ ...upgraded, query }, api.host, container)
  else answerRaw(socket, api.answer(path))
}

/** What a request asks for, by whom it may be asked; or the answer to others. Nothing is read of its URL but this. */
async function allowedTarget(
  { access, debugging = true }: KubeletAPI,
  request: IncomingMessage,
): Promise<RequestTarget | Answer> {
  const target = requestTarget(request.url ?? '')
  if ('status' in target) return target
  const { path } = target
  const refused = await refusalOf(path, debugging, async () =>
    access?.refusal({
      method: request.method ?? '',
      path,
      authorization: request.headers.authorization,
      certificate: certificateOf(request.socket),
    }),
  )
  return refused ?? target
}

/** The client certificate of a connection; undefined: the client has shown none. */
function certificateOf(
  socket: Socket & Partial<Pick<TLSSocket, 'authorized' | 'getPeerCertificate'>>,
): ShownCertificate | undefined {
  const subject = socket.getPeerCertificate?.()?.subject
  if (subject === undefined) return undefined
  return socket.authorized === true ? subjectOf(subject) : 'unverified'
}

/** Answers a request, or gives the answer that is to be sent; undefined where it has been sent. */
async function respond(
  api: KubeletAPI,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | undefined> {
  const target = await allowedTarget(api, request)
  if ('status' in target) return target
  const { answer, host } = api
  const { query } = target
  const path = containerPath(target.path)
  if (path === undefined) return answer(target.path)
  const isGet = request.method === 'GET'
  switch (path.endpoint) {
    case 'containerLogs':
      return isGet ? serveLogs(host, path, query, response) : methodNotAllowed
    case 'run':
      return request.method === 'POST' ? runOnce(host, path, query) : methodNotAllowed
    default: {
      if (!isGet && request.method !== 'POST') return methodNotAllowed
      const task = taskOf(host, path, [], false)
      return path.endpoint !== 'portForward' && 'status' in task ? task : switching
    }
  }
}

/** Bytes of the output of a program that is not streamed. */
const maxOutput = 16 * 1024 * 1024

/** The output of a program, once it has ended. Upstream: getRun, kuberuntime (RunInContainer) */
async function runOnce(host: ContainerHost, path: ContainerPath, query: URLSearchParams): Promise<Answer> {
  const task = taskOf(host, path, (query.get('cmd') ?? '').split(' '), false)
  if ('status' in task) return task
  const chunks: Buffer[] = []
  let size = 0
  const sink = (): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        size += chunk.length
        if (size <= maxOutput) chunks.push(chunk)
        done()
      },
    })
  const end = await runTask(task, { stdout: sink(), stderr: sink(), tty: false })
  if ('error' in end) return text(end.error, 500)
  const output = Buffer.concat(chunks).toString()
  if (end.exitCode !== 0)
    return text(`command '${task.command!.join(' ')}' exited with ${end.exitCode}: `, 500)
  return { status: 200, contentType: 'application/json', body: output }
}
