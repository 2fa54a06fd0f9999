// What exec, attach and run do in a container, once the client's streams are there. Upstream: pkg/kubelet/kubelet_pods.go, containerd/internal/cri/server/container_exec.go
import { createHash } from 'node:crypto'
import { type Readable, Writable } from 'node:stream'
import { noStreams } from '../../component-base/no-streams.ts'
import {
  CannotRun,
  NoSuchProgram,
  type RunningContainer,
  type StandardStreams,
} from '../../containers/node-containers.ts'
import type { Pod } from '../pods/pod.ts'
import type { RemoteStreams } from './remote-streams.ts'
import type { StreamEnd } from './stream-status.ts'

/** A program to run in a container of a pod; without a command the container's own is joined. */
export interface Task {
  readonly pod: Pod
  readonly container: string
  readonly running: RunningContainer
  readonly command: readonly string[] | undefined
  readonly tty: boolean
}

/** Bytes of the sizes of a terminal that have not come whole. */
const maxSizes = 1024

/** Runs a task over a client's streams, until it or the client ends. Throws nothing. */
export async function runOver(task: Task, remote: RemoteStreams): Promise<StreamEnd> {
  const { stdin, resize, signal } = remote
  const streams: StandardStreams = {
    stdin,
    stdout: remote.stdout ?? nowhere(),
    stderr: (task.tty ? undefined : remote.stderr) ?? nowhere(),
    tty: task.tty,
    ...(resize === undefined ? {} : { onResize: (listener) => tellSizes(resize, listener) }),
  }
  return runTask(task, streams, signal)
}

/** Runs a task until it ends. Never rejects. */
export async function runTask(
  task: Task,
  streams: StandardStreams,
  signal?: AbortSignal,
): Promise<StreamEnd> {
  const { running, command } = task
  try {
    if (command !== undefined) return { exitCode: await running.exec(command, streams, signal), command }
    await running.attach(streams, signal)
    return { exitCode: 0, command: [] }
  } catch (error) {
    return { error: whyNot(task, error as Error) }
  }
}

function whyNot({ pod, container, command }: Task, error: Error): string {
  if (error instanceof CannotRun) return `pod ${pod.metadata.name} ${noStreams}: ${error.message}`
  if (command === undefined) return `error attaching to container: ${error.message}`
  const why =
    error instanceof NoSuchProgram
      ? `failed to exec in container: failed to start exec "${execID(pod, container, command)}": ${error.message}`
      : error.message
  return `error executing command in container: ${why}`
}

/** The id of a run; the same wherever the same is run. */
const execID = ({ metadata }: Pod, container: string, command: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([metadata.uid, container, command]))
    .digest('hex')

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads JSON objects one after the other; what is none is passed over. */
function tellSizes(resize: Readable, listener: (columns: number, rows: number) => void): void {
  let rest = ''
  resize.on('data', (bytes: Buffer) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const end = rest.indexOf('}')
      if (end < 0) break
      const { Width, Height } = parsed(rest.slice(0, end + 1))
      rest = rest.slice(end + 1)
      if (Number.isInteger(Width) && Number.isInteger(Height)) listener(Width as number, Height as number)
    }
    if (rest.length > maxSizes) rest = ''
  })
}

function parsed(json: string): { Width?: unknown; Height?: unknown } {
  try {
    return (JSON.parse(json) ?? {}) as object
  } catch {
    return {}
  }
}
