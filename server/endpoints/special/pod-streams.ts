// exec, attach, portforward and log of a pod, through its node's kubelet. Upstream: pkg/registry/core/pod/rest/{subresources,log,authorize}.go
import { Readable } from 'node:stream'
import type { NodeStatus } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  newBadRequest,
  newInternalError,
  newNotFound,
  StatusError,
} from '../../../apimachinery/status-error.ts'
import { logTime } from '../../../component-base/go/log-time.ts'
import { noStreams } from '../../../component-base/no-streams.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ApiCall } from '../api-call.ts'
import { requestAttributes } from '../authorization/attributes.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { connecting } from '../handlers/connect.ts'
import { upgradeOf } from '../http-message.ts'
import { boolOf } from '../options/query.ts'
import { checkAccept, type SpecialHandler } from '../resource-router.ts'
import { methodNotAllowed, sendBytes, writeHeaders } from '../respond.ts'
import { ask, passUpgrade } from '../upgrade-proxy.ts'
import { sendInMessages } from '../websocket/bytes-in-messages.ts'
import type { LogLine, NodeBackend } from './node-backend.ts'
import { hostOf, locationOf, podOf } from './pod-location.ts'
import { kubeletLogQuery } from './pod-log-options.ts'

/** A pod whose kubelet this server does not reach. */
export const unreached = (pod: string): StatusError =>
  newBadRequest(`pod ${pod} ${noStreams}: no kubelet is reachable`)

/** Logs are only read, as text or as what all resources have. */
const reading =
  (read: SpecialHandler): SpecialHandler =>
  async (apiserver, resource, subresource, call) => {
    if (call.req.method !== 'GET') throw methodNotAllowed()
    checkAccept({ apiserver }, call, false, 'text/plain')
    await read(apiserver, resource, subresource, call)
  }

/** The handlers of pod streams. Where no kubelet is reached, what is wrong with a request is told all the same. */
export const podStreams = (
  nodes: Pick<NodeBackend, 'podLog' | 'connect'>,
): ReadonlyMap<string, SpecialHandler> =>
  new Map([
    ['/pods/log', reading(logOf(nodes))],
    ['/pods/exec', connecting(streamOf(nodes, 'exec'))],
    ['/pods/attach', connecting(streamOf(nodes, 'attach'))],
    ['/pods/portforward', connecting(streamOf(nodes, 'portForward'))],
  ])

const streamOf =
  (nodes: Pick<NodeBackend, 'connect'>, endpoint: 'exec' | 'attach' | 'portForward'): SpecialHandler =>
  async (apiserver, resource, _subresource, call) => {
    await mayCreate(apiserver, call)
    const pod = await podOf(resource, call)
    const { namespace, name } = call.info
    const forwards = endpoint === 'portForward'
    const container = forwards ? [] : [locationOf(pod, call).container]
    const node = hostOf(pod)
    const path = [endpoint, namespace, name, ...container]
      .map((part) => `/${encodeURIComponent(part)}`)
      .join('')
    const gate = forwards ? 'PortForwardWebsockets' : 'TranslateStreamCloseWebsocketRequests'
    const translates =
      gateEnabled(apiserver.context.gates, gate) && !(await kubeletTranslates(apiserver, node))
    const connection = nodes.connect(node, translates)
    if (connection === undefined) throw unreached(name)
    if (upgradeOf(call.req) === undefined) {
      connection.destroy()
      throw newBadRequest('Upgrade request required')
    }
    const query = forwards ? portsQuery(call.query) : streamQuery(call.query)
    const backend = { connection, host: node, path: `${path}?${query}` }
    await passUpgrade(call, backend).catch((error: Error) => {
      throw newInternalError(`error dialing backend: ${error.message}`)
    })
  }

/** From some release on, whoever upgrades a GET has to be allowed to create, as with a POST. Throws 403. */
async function mayCreate(apiserver: GenericAPIServer, call: ApiCall): Promise<void> {
  const { gates } = apiserver.context
  if (call.info.verb === 'create' || !gateEnabled(gates, 'AuthorizePodWebsocketUpgradeCreatePermission'))
    return
  await apiserver.authorize(requestAttributes(call.user, { ...call.info, verb: 'create' }))
}

/** Whether a node's kubelet says that it reads what clients speak by itself. Upstream: checkNodeSupportsWebsockets */
async function kubeletTranslates(apiserver: GenericAPIServer, name: string): Promise<boolean> {
  if (!gateEnabled(apiserver.context.gates, 'ExtendWebSocketsToKubelet')) return false
  const node = await nodeOf(apiserver, name)
  const { declaredFeatures = [] } = (node['status'] ?? {}) as NodeStatus & { declaredFeatures?: string[] }
  return declaredFeatures.includes('ExtendWebSocketsToKubelet')
}

async function nodeOf(apiserver: GenericAPIServer, name: string): Promise<KubeObject> {
  const store = apiserver.registry.resource('', 'v1', 'nodes')!.store!
  const record = await store.read('', name).catch(() => undefined)
  // Told as if the pod were missing, whose name it does not have.
  if (record === undefined) throw newNotFound({ group: '', resource: 'pods' }, name)
  return record.object
}

/** The kubelet's own names of what a stream's options say. Upstream: streamParams */
function streamQuery(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams()
  for (const word of query.getAll('command')) asked.append('command', word)
  const names = [
    ['stderr', 'error'],
    ['stdin', 'input'],
    ['stdout', 'output'],
    ['tty', 'tty'],
  ] as const
  for (const [name, kubelets] of names) if (boolOf(query, name) === true) asked.append(kubelets, '1')
  return asked
}

function portsQuery(query: URLSearchParams): URLSearchParams {
  const ports = query.getAll('ports')
  return new URLSearchParams(ports.length === 0 ? {} : { port: ports.join(',') })
}

const logOf =
  (nodes: Pick<NodeBackend, 'podLog' | 'connect'>): SpecialHandler =>
  async (apiserver, resource, _subresource, call) => {
    const { name, namespace } = call.info
    const { clock, gates } = apiserver.context
    const query = kubeletLogQuery(call.query, name, gates)
    const pod = await podOf(resource, call)
    const { container, node } = locationOf(pod, call)
    const previous = boolOf(call.query, 'previous') === true
    const lines = nodes.podLog(pod, previous)
    if (lines !== undefined) {
      sendLines(call, container, lines, clock.now())
      return
    }
    if (node === '') {
      call.res.writeHead(204).end()
      return
    }
    const connection = nodes.connect(node, false)
    if (connection === undefined) throw unreached(name)
    const path = `/containerLogs/${[namespace, name, container].map(encodeURIComponent).join('/')}`
    const backend = { connection, host: node, path: query === '' ? path : `${path}?${query}` }
    const answer = await ask(backend, { method: 'GET', headers: { host: node } })
    call.res.once('close', () => connection.destroy())
    const status = answer.statusCode ?? 500
    if (status < 200 || status > 206) throw await refusalOf(status, answer, name)
    const upgrade = upgradeOf(call.req)
    if (upgrade !== undefined) {
      answer.once('close', () => connection.destroy())
      return sendInMessages(call, upgrade, answer)
    }
    writeHeaders(call, 200, 'text/plain')
    call.onAnswer?.()
    call.res.flushHeaders()
    answer.once('error', () => call.res.destroy())
    answer.pipe(call.res)
  }

/** Upstream: apiserver/pkg/registry/generic/rest/response_checker.go */
async function refusalOf(status: number, answer: AsyncIterable<Buffer>, name: string): Promise<StatusError> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  if (status === 500) return newInternalError(text)
  if (status === 400 || status === 501) return newBadRequest(text)
  const [reason, message] =
    status === 404
      ? ['NotFound', 'the server could not find the requested resource']
      : ['Unknown', `the server responded with the status code ${status} but did not return more information`]
  return new StatusError(status, reason, `${message} ( pods/log ${name})`, { name, kind: 'pods/log' })
}

/** The lines of a component that PodLogOptions ask for. A log that is followed ends where it is now. */
function sendLines(call: ApiCall, container: string, lines: readonly LogLine[] | 'none', now: number): void {
  const { query, info } = call
  const named = `container "${container}" in pod "${info.name}"`
  if (lines === 'none')
    throw newBadRequest(
      boolOf(query, 'previous') === true
        ? `previous terminated ${named} not found`
        : `${named} is waiting to start: ContainerCreating`,
    )
  const bytes = Buffer.from(selected(lines, query, now))
  const upgrade = upgradeOf(call.req)
  if (upgrade === undefined) sendBytes(call, 200, 'text/plain', bytes)
  else sendInMessages(call, upgrade, Readable.from([bytes]))
}

function selected(all: readonly LogLine[], query: URLSearchParams, now: number): string {
  const seconds = query.get('sinceSeconds')
  const time = query.get('sinceTime')
  const since = seconds !== null ? now - Number(seconds) * 1000 : time !== null ? Date.parse(time) : 0
  let lines = all.filter(({ at }) => at >= since)
  const tail = query.get('tailLines')
  if (tail !== null) lines = Number(tail) === 0 ? [] : lines.slice(-Number(tail))
  const stamped = boolOf(query, 'timestamps') === true
  const text = lines.map((line) => (stamped ? `${logTime(line.at)} ${line.text}` : line.text)).join('')
  const limit = query.get('limitBytes')
  return limit === null ? text : Buffer.from(text).subarray(0, Number(limit)).toString()
}
