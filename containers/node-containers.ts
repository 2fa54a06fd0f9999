// Upstream: staging/src/k8s.io/cri-api (RuntimeService: Exec, Attach, PortForward), pkg/kubelet/container/runtime.go
import type { Duplex, Readable, Writable } from 'node:stream'

/** The streams of a process in a container. With a terminal nothing is written to `stderr`. */
export interface StandardStreams {
  stdin?: Readable | undefined
  stdout: Writable
  stderr: Writable
  tty: boolean
  /** Calls back with columns and rows when the caller's terminal has another size. */
  onResize?(listener: (columns: number, rows: number) => void): void
}

/** A line of a container's output, as the kubelet's log files have it. */
export interface OutputLine {
  /** Milliseconds since the epoch. */
  at: number
  stream: 'stdout' | 'stderr'
  /** The line with its line break; without one where the line goes on or the container ended in it. */
  text: string
}

/** The output of one run of a container. */
export interface ContainerOutput {
  /** Oldest first; a copy is not made. */
  readonly lines: readonly OutputLine[]
  /** Whether the container has ended: nothing follows. */
  readonly ended: boolean
  /** Resolves when `lines` has what the container has written by now: a container that nobody asked before runs only then. */
  settled(): Promise<void>
  /** Calls back after new lines, and once at the end. @returns what stops it */
  onChange(listener: () => void): () => void
}

/** A container that is running. */
export interface RunningContainer {
  /**
   * Runs a program beside the container's own. Resolves with its exit code when it has ended and its output was written.
   * @throws NoSuchProgram where the image does not have it, CannotRun where it exists in truth but is not simulated
   */
  exec(command: readonly string[], streams: StandardStreams, signal?: AbortSignal): Promise<number>
  /** Joins the streams of the container's own program. Resolves when it or the caller has ended. */
  attach(streams: StandardStreams, signal?: AbortSignal): Promise<void>
}

/** The network of a pod: where its containers listen. */
export interface PodSandbox {
  /** The pod's addresses; the node's for host network. */
  readonly addresses: readonly string[]
  /**
   * A connection to a TCP port of the pod.
   * @param from address and port that the program sees as its peer's
   * @throws Error with code ECONNREFUSED where no container listens there, CannotRun where a program is not known
   */
  dial(port: number, from?: { address: string; port: number }): Promise<Duplex>
  /** The answer to a UDP datagram; undefined where nothing answers. @throws Error with code ECONNREFUSED as `dial` */
  datagram(
    port: number,
    data: Uint8Array,
    from?: { address: string; port: number },
  ): Promise<Uint8Array | undefined>
}

/** The containers of a node, as its kubelet's API and its network ask for them. Nothing starts before something asks. */
export interface NodeContainers {
  /** The running container; undefined where no such container runs now. */
  container(namespace: string, pod: string, container: string): RunningContainer | undefined
  /** The output of the current or last run; with `previous` of the run before it. Undefined where there was none. */
  output(namespace: string, pod: string, container: string, previous: boolean): ContainerOutput | undefined
  /** The sandbox of a pod; undefined where the pod has none. */
  sandbox(namespace: string, pod: string): PodSandbox | undefined
}

/** A program that an image does not have: a runtime answers with this text and exit code 126 or 127. */
export class NoSuchProgram extends Error {}

/** A program that a real container has and a simulated one has not; the message names image and program. */
export class CannotRun extends Error {}
