// exec, attach and port-forward of the kubelet. Upstream: pkg/kubelet/server/server.go (getExec, getAttach, getPortForward), pkg/kubelet/kubelet_pods.go
import { protocolsOf } from '../../component-base/websocket/handshake.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import { type ContainerHost, containerSpecOf, fullName, podOf, unknownContainers } from './container-host.ts'
import type { ContainerPath } from './container-path.ts'
import { type Answer, answerRaw, notFound, text } from './http-answer.ts'
import { forwardPorts } from './port-forward.ts'
import { closingProtocol, openRemoteStreams, type WantedStreams } from './remote-streams.ts'
import { runOver, type Task } from './run-in-container.ts'
import { internalError, streamStatus } from './stream-status.ts'
import { isWebSocket, type Upgraded } from './upgraded.ts'

/** The streams that a request to the kubelet wants; undefined: none. A terminal has no stream of errors. */
export function wantedStreams(query: URLSearchParams): WantedStreams | undefined {
  const [tty, stdin, stdout, error] = ['tty', 'input', 'output', 'error'].map(
    (name) => query.get(name) === '1',
  )
  const wanted = { stdin: stdin!, stdout: stdout!, stderr: error! && !tty!, tty: tty! }
  return wanted.stdin || wanted.stdout || wanted.stderr ? wanted : undefined
}

/**
 * What a server ahead of the kubelet does to a client's WebSocket before the kubelet sees it, where it runs in this process:
 * it accepts, and tells of errors over the WebSocket.
 */
export const translatedBy = Symbol('a server translates the protocols of its clients')

/** Takes over a connection whose request asks for another protocol; answers it where that cannot be. @param path of its request */
export async function serveStream(
  upgraded: Upgraded,
  host: ContainerHost,
  path: ContainerPath,
): Promise<void> {
  const { request, socket, query } = upgraded
  socket.on('error', () => socket.destroy())
  if (!['GET', 'POST'].includes(request.method ?? '')) return answerRaw(socket, notFound)
  if (path.endpoint === 'portForward') return forwardPorts(upgraded, host, path, speaks(upgraded, host))
  const wanted = wantedStreams(query)
  if (wanted === undefined)
    return answerRaw(socket, text('you must specify at least 1 of stdin, stdout, stderr', 400))
  const task = taskOf(host, path, query.getAll('command'), wanted.tty)
  const closing = isWebSocket(request) && protocolsOf(request.headers).includes(closingProtocol)
  const told = closing && (socket as { [translatedBy]?: true })[translatedBy] === true
  if ('status' in task && !told) return answerRaw(socket, task)
  const remote = await openRemoteStreams(upgraded, wanted, host.timeouts, speaks(upgraded, host))
  if (remote === undefined) return
  const status =
    'status' in task
      ? internalError(`unable to upgrade connection: ${task.body}`)
      : streamStatus(await runOver(task, remote), closing)
  await remote.finish(status)
}

/** Whether the protocols that came with KEP-4006 are spoken with this client. */
const speaks = ({ socket }: Upgraded, { gates }: ContainerHost): boolean =>
  (socket as { [translatedBy]?: true })[translatedBy] === true ||
  gateEnabled(gates, 'ExtendWebSocketsToKubelet')

/** The task that a request asks for, or the answer where it cannot be run. */
export function taskOf(
  host: ContainerHost,
  { endpoint, namespace, pod: name, uid, container }: ContainerPath,
  command: readonly string[],
  tty: boolean,
): Task | Answer {
  const pod = podOf(host, namespace, name)
  if (pod === undefined) return text('pod does not exist', 404)
  const containers = host.containers()
  if (containers === undefined) return unknownContainers(pod)
  const attaches = endpoint === 'attach'
  const sameUID = uid === '' || uid === pod.metadata.uid
  const running = sameUID ? containers.container(namespace, name, container) : undefined
  if (running === undefined)
    return text(
      attaches
        ? `container ${container} not found in pod ${fullName(pod)}`
        : `container not found (${JSON.stringify(container)})`,
      500,
    )
  const own = attaches && containerSpecOf(pod, container)?.tty === true
  return { pod, container, running, command: attaches ? undefined : command, tty: attaches ? own : tty }
}
