import type { ByteSource } from '../server/storage/bbolt/byte-source.ts'
import type { EtcdSnapshot } from '../server/storage/mvcc/snapshot-file.ts'
import type { EtcdApi } from './api/etcd-api.ts'

/** The endpoints and files that a command is to connect with. */
export interface Endpoint {
  /** The address as it was given: `127.0.0.1:2379`, `https://10.0.0.1:2379`, `unix:///run/etcd.sock`. */
  address: string
  cacert: string
  cert: string
  key: string
}

/** The computer that etcdctl runs on. */
export interface EtcdctlHost {
  readonly env: ReadonlyMap<string, string>
  stdin(): Promise<Buffer>
  stdout(bytes: Buffer): void
  stderr(text: string): void
  /** Throws an EtcdError where nothing answers there. */
  connect(endpoint: Endpoint): Promise<EtcdApi>
  /** Throws the system's error. */
  openSource(path: string): Promise<ByteSource>
  /** Writes a new file in pieces and renames it at its end. Throws the system's error. */
  saveFile(path: string, pieces: AsyncIterable<Buffer>): Promise<void>
  /** Whether a directory is not there, or empty. */
  isEmpty(directory: string): Promise<boolean>
  /** Makes a data directory of a member, at a revision `bump` above the snapshot's. Throws an Error whose message is for users. */
  restore(directory: string, snapshot: EtcdSnapshot, bump: number): Promise<void>
  now(): number
  /** Milliseconds without an event after which a watch ends; undefined: it goes on until the signal. */
  watchQuietMs?: number | undefined
  sleep(ms: number): Promise<void>
  signal?: AbortSignal | undefined
}
