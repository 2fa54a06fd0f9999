import type { Duplex } from 'node:stream'
import type { Clock } from '../component-base/clock.ts'
import type { Random } from '../component-base/random.ts'
import type { Connections } from './connections.ts'
import type { ServerDocuments } from './resources/server-documents.ts'

/** The machine that kubectl runs on: its environment, streams, files and time. */
export interface KubectlHost {
  env: ReadonlyMap<string, string>
  stdin(): Promise<string>
  stdout(text: string): void
  stderr(text: string): void
  readFile(path: string): Promise<string>
  /** Names in a directory; undefined for a file. Rejects where there is nothing. */
  listFiles(path: string): Promise<string[] | undefined>
  writeFile(path: string, text: string): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
  /** For names that kubectl makes; default: the host's. */
  random?: Random | undefined
  /** Resolves after so many milliseconds. */
  sleep(ms: number): Promise<void>
  /**
   * Listens at a TCP port of the machine, 0: any that is free. @returns the port. Rejects with what is wrong, as `bind: address already
   * in use`; undefined: nothing can listen. A NotSimulatedError ends the command
   */
  listen?(address: string, port: number, onConnection: (socket: Duplex) => void): Promise<number>
  /** Resolves when what listens is to end; default: at once. */
  forwarded?(): Promise<void>
  /**
   * Told, where `forwarded` is not there, of what listens on after the command.
   * @param stop ends its connections
   * @param lost resolves when it has ended, by itself or by `stop`
   */
  goesOn?(stop: () => void, lost: Promise<unknown>): void
  /** Runs a line of shell, as `$EDITOR file`. */
  execute(line: string): Promise<{ exitCode: number; stderr: string }>
  /** Default: by the real clock. */
  setTimeout?: Clock['setTimeout']
  /** Those of earlier commands; default: each command has its own. */
  connections?: Connections | undefined
  /** A watch ends by itself after this long without events; undefined: never. */
  watchQuietMs?: number | undefined
  /** The release whose kubectl this one is, as `1.33.2`; undefined: the newest. */
  release?: string | undefined
  signal?: AbortSignal | undefined
  /** Called where a command ends as it asks for what is not simulated. */
  notSimulated?(): void
  /** What earlier commands read of the servers; default: nothing is kept. */
  documents?: ServerDocuments | undefined
}
