import { readFileSync } from 'node:fs'
import { minorOf } from '../../component-base/minor.ts'
import { serverFolder, startServerProcess } from '../../e2e/conformance/server-process.ts'
import { realVersions, startRealServer } from '../../e2e/etcd/real-server.ts'
import { type EtcdProcess, hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import type { Measured } from './server-load.ts'

/** What is measured: kepsim in memory, with a data directory, on an etcd; and a real kube-apiserver on an etcd of its own. */
export const serverKinds = ['memory', 'data', 'etcd', 'real'] as const
/** One of {@link serverKinds}. */
export type ServerKind = (typeof serverKinds)[number]

/** A server that runs for a measurement. */
export interface BenchServer extends Measured {
  readonly kind: ServerKind
  /** Resident memory of all its processes, in MiB. */
  memory(): number
  stop(): Promise<void>
}

// Enough for all services.
const flags = ['--service-cluster-ip-range=10.0.0.0/16']

/** Starts a server; a text says why it cannot be. */
export async function startBenchServer(kind: ServerKind, release: string): Promise<BenchServer | string> {
  const version = realVersions.find((one) => `1.${minorOf(one)}` === release)
  const onEtcd = kind === 'etcd' || kind === 'real'
  if (onEtcd && !hasEtcd) return 'there is no etcd on PATH'
  if (kind === 'real' && version === undefined)
    return 'KEPSIM_KUBE_APISERVERS names no folder with a kube-apiserver of the release'
  const folder = serverFolder()
  const etcd = onEtcd ? await startEtcd() : undefined
  const server =
    kind === 'real'
      ? await startRealServer(version!, etcd!.url, folder.dir, flags)
      : await startServerProcess({
          release,
          dir: folder.dir,
          flags,
          keepData: kind === 'data',
          etcd: etcd?.url,
        })
  const pids = [server.pid, ...(etcd === undefined ? [] : [etcd.pid])]
  return {
    kind,
    server: server.server,
    token: server.token,
    pids,
    memory: () => pids.reduce((sum, pid) => sum + residentMiB(pid), 0),
    stop: () => stop(server, etcd, folder),
  }
}

async function stop(
  server: { stop(): Promise<void> },
  etcd: EtcdProcess | undefined,
  folder: { remove(): void },
): Promise<void> {
  await server.stop()
  await etcd?.stop()
  folder.remove()
}

/** Resident memory of a process, in MiB. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
