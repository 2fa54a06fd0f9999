// What kubelets answer through the server. Upstream: pkg/registry/core/{pod,node}/rest, pkg/kubelet/server
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { connecting } from '../handlers/connect.ts'
import type { SpecialHandler } from '../resource-router.ts'
import { sendBytes } from '../respond.ts'
import { handlePodStream } from './pod-actions.ts'
import { handleProxy } from './proxy.ts'

/** A line of a container's output. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  at: number
  /** With its line break. */
  text: string
}

/** The answer of a node's component. */
export interface NodeAnswer {
  status: number
  contentType: string
  body: string
}

/** The kubelets behind a server. */
export interface NodeBackend {
  /**
   * Of the instance that runs, or of the one before it. Undefined where nothing is known of what the pod's containers write;
   * 'none' where there was no instance.
   */
  podLog(pod: KubeObject, previous: boolean): readonly LogLine[] | 'none' | undefined
  /** Of the kubelet's own API. Undefined for a node whose kubelet does not run here. @param path without query */
  answer(node: string, path: string): NodeAnswer | undefined
}

/** In place of the handlers of a server that reaches no kubelet. */
export function nodeHandlers(nodes: NodeBackend): ReadonlyMap<string, SpecialHandler> {
  return new Map<string, SpecialHandler>([
    [
      '/pods/log',
      async (apiserver, resource, subresource, call) => {
        const { name, namespace } = call.info
        const record = await resource.store!.read(namespace, name)
        const previous = call.query.get('previous') === 'true'
        const lines = nodes.podLog(record.object, previous)
        const containers = (record.object['spec'] as { containers?: { name: string }[] }).containers ?? []
        const container = call.query.get('container') || containers[0]?.name
        const known = containers.some((one) => one.name === container)
        if (lines === undefined || !known) return handlePodStream(apiserver, resource, subresource, call)
        if (lines === 'none')
          throw newBadRequest(
            previous
              ? `previous terminated container "${container}" in pod "${name}" not found`
              : `container "${container}" in pod "${name}" is waiting to start: ContainerCreating`,
          )
        const now = apiserver.context.clock.now()
        sendBytes(call, 200, 'text/plain', Buffer.from(selected(lines, call.query, now)))
      },
    ],
    [
      '/nodes/proxy',
      connecting(async (apiserver, resource, subresource, call) => {
        const [, id = '', , ...rest] = call.info.parts
        const [name = ''] = id.split(':')
        const answer = nodes.answer(name, `/${rest.join('/')}`)
        if (answer === undefined) return handleProxy(apiserver, resource, subresource, call)
        sendBytes(call, answer.status, answer.contentType, Buffer.from(answer.body))
      }),
    ],
  ])
}

/** The lines that PodLogOptions ask for. A log that is followed ends where it is now. */
function selected(all: readonly LogLine[], query: URLSearchParams, now: number): string {
  const seconds = query.get('sinceSeconds')
  const time = query.get('sinceTime')
  const since = seconds !== null ? now - Number(seconds) * 1000 : time !== null ? Date.parse(time) : 0
  let lines = all.filter(({ at }) => at >= since)
  const tail = query.get('tailLines')
  if (tail !== null) lines = Number(tail) === 0 ? [] : lines.slice(-Number(tail))
  const stamped = query.get('timestamps') === 'true'
  const text = lines.map((line) => (stamped ? `${timestamp(line.at)} ${line.text}` : line.text)).join('')
  const limit = query.get('limitBytes')
  return limit === null ? text : Buffer.from(text).subarray(0, Number(limit)).toString()
}

const timestamp = (at: number): string => new Date(at).toISOString().replace('Z', '000000Z')
