import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { IFileSystem } from 'just-bash'
import type { FeatureGateReader } from '../featuregates/reader.ts'
import type { ContainerNetwork } from './container-network.ts'
import type { Pause } from './pause.ts'
import type { Container, Pod } from './pod.ts'

/** The address and port of a message's sender, as its receiver sees them. */
export interface Peer {
  address: string
  port: number
}

/** The answer of an HTTP server of a pod to a request. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** The handler of connections to a TCP port of a pod. */
export type TcpHandler = (connection: Duplex, from: Peer) => void

/** The answer to a datagram; undefined: none. */
export type DatagramHandler = (
  data: Uint8Array,
  from: Peer,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>

/** A process ended by itself, or by a signal, in the midst of something. */
export class Exited extends Error {
  readonly code: number
  constructor(code: number) {
    super()
    this.code = code
  }
}

/** A program that runs in a container, as it sees its surroundings. */
export interface Process {
  /** The program's name, as the command line has it. */
  readonly program: string
  /** The arguments without the program's own name. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly files: IFileSystem
  readonly pod: Pod
  readonly container: Container
  readonly hostname: string
  /** The pod's first address; undefined until the pod has addresses. */
  readonly address: string | undefined
  readonly network: ContainerNetwork
  /** The gates of the kubelet that made the pod's sandbox and volumes. */
  readonly gates: FeatureGateReader
  /** Aborts when the process is killed. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Holds the process between SIGSTOP and SIGCONT. */
  readonly pause: Pause
  /** Awaits what is not the pod's own doing, as an answer of the network: its other processes go on meanwhile. */
  outside<T>(work: Promise<T>): Promise<T>
  /** Never resolves; rejects when the process is killed. */
  forever(): Promise<never>
  out(text: string | Uint8Array): void
  err(text: string): void
  /** Reads the whole standard input; empty where there is none. */
  input(): Promise<Uint8Array>
  /** Whether another program of the pod's network listens at a TCP port. */
  taken(port: number): boolean
  /** Of this and the others: where the port is taken, the process says so in Go's words, and ends with 1. */
  listenHttp(port: number, handler: HttpHandler): void
  listenTcp(port: number, handler: TcpHandler): void
  listenUdp(port: number, handler: DatagramHandler): void
  /** Runs another program of the container beside this one, and resolves with what it wrote. */
  run(command: readonly string[]): Promise<{ output: string; exitCode: number }>
  /** Ends the process at once with an exit code. */
  exit(code: number): void
  /** A process of the same surroundings that ends by itself, and with this one; what it does rejects with Exited then. */
  fork(): Process
}

/** Runs a program to its end. @returns its exit code */
export type Program = (process: Process) => Promise<number>
