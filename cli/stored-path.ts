// `kepsim path "1.33 → 1.34" --etcd-snapshot backup.db`, or `--etcd-servers URL`: the objects of a real cluster through releases.
import { systemReason } from '../component-base/system-error.ts'
import { InputError } from '../replay/input-error.ts'
import { contentsOfSnapshot, type EtcdContents } from '../replay/path/etcd/etcd-contents.ts'
import { LiveEtcd } from '../replay/path/etcd/live-etcd.ts'
import { snapshotExitCode, snapshotJson, snapshotText } from '../replay/path/etcd/snapshot-text.ts'
import { walkSnapshot } from '../replay/path/etcd/walk-snapshot.ts'
import type { GateFacts } from '../replay/runtime.ts'
import { openFile } from '../server/storage/bbolt/byte-source.ts'
import { EtcdClient } from '../server/storage/etcd/etcd-client.ts'
import { EtcdSnapshot } from '../server/storage/mvcc/snapshot-file.ts'
import { wrongEndpoint } from './etcd-endpoints.ts'
import { writeOutput } from './output-files.ts'

/** Where the objects are: one of the first two is given. Paths of the files of PEM that an etcd asks for. */
export interface StoredObjects {
  etcdSnapshot?: string | undefined
  etcdServers?: string | undefined
  etcdCafile?: string | undefined
  etcdCertfile?: string | undefined
  etcdKeyfile?: string | undefined
}

/** The flags of `kepsim path` that stored objects go with, and those that they do not. */
export interface StoredPathFlags extends StoredObjects {
  etcdPrefix: string
  gates: Readonly<Record<string, boolean>>
  json?: string | undefined
  scenario?: string | undefined
  section?: string | undefined
  html?: string | undefined
  svg?: string | undefined
  junit?: string | undefined
  orders: string
}

/** Whether the objects of a path are those of a cluster's etcd. Throws where only a file is named that an etcd asks for. */
export function isStoredPath({ etcdSnapshot, etcdServers, ...files }: StoredObjects): boolean {
  const file = (['etcdCafile', 'etcdCertfile', 'etcdKeyfile'] as const).find(
    (one) => files[one] !== undefined,
  )
  if (file !== undefined && etcdServers === undefined)
    throw new InputError('', undefined, `--${dashed(file)}: only with --etcd-servers`)
  return etcdSnapshot !== undefined || etcdServers !== undefined
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Prints what each release makes of the objects; answers the exit code. Throws an Error whose message is for users. */
export async function storedPath(
  flags: StoredPathFlags,
  releases: readonly string[],
  { facts, signal }: { facts: GateFacts; signal: AbortSignal },
): Promise<number> {
  refuse(flags)
  const { etcdPrefix, gates, json } = flags
  const { contents, file, close } = await opened(flags)
  try {
    const walk = await walkSnapshot(contents, { file, releases, gates, etcdPrefix, facts, signal })
    const screen = json === '-' ? process.stderr : process.stdout
    screen.write(snapshotText(walk))
    if (json === '-') process.stdout.write(snapshotJson(releases, walk))
    else if (json !== undefined) writeOutput('--json', json, snapshotJson(releases, walk))
    return snapshotExitCode(walk)
  } finally {
    close()
  }
}

/** Components are not moved one by one, and there is no script: only kube-apiservers read what is stored. */
function refuse({
  scenario,
  section,
  html,
  svg,
  junit,
  orders,
  etcdSnapshot,
  etcdServers,
}: StoredPathFlags): void {
  const other = [
    scenario !== undefined && `the scenario ${scenario}`,
    section !== undefined && '--section',
    html !== undefined && '--html',
    svg !== undefined && '--svg',
    junit !== undefined && '--junit',
    orders === 'all' && '--orders all',
    etcdSnapshot !== undefined && etcdServers !== undefined && '--etcd-snapshot',
  ].find((one) => one !== false)
  const own = etcdServers === undefined ? '--etcd-snapshot' : '--etcd-servers'
  if (other !== undefined) throw new InputError('', undefined, `${own}: ${other} does not go with it`)
}

/** The objects, with the name of where they are. */
interface Opened {
  contents: EtcdContents
  file: string
  close(): void
}

async function opened(flags: StoredObjects): Promise<Opened> {
  const { etcdSnapshot: file, etcdServers: servers } = flags
  return file === undefined ? connected(servers!, flags) : read(file)
}

function read(file: string): Opened {
  const snapshot = EtcdSnapshot.read(reading(file, () => openFile(file)))
  return { contents: contentsOfSnapshot(snapshot), file, close: () => snapshot.close() }
}

async function connected(servers: string, flags: StoredObjects): Promise<Opened> {
  const endpoints = servers.split(',').map((one) => one.trim())
  const wrong = wrongEndpoint(endpoints)
  if (wrong !== undefined) throw new InputError('', undefined, wrong)
  const { etcdCafile: caFile = '', etcdCertfile: certFile = '', etcdKeyfile: keyFile = '' } = flags
  for (const one of [caFile, certFile, keyFile]) if (one !== '') reading(one, () => openFile(one)).close()
  const client = await EtcdClient.open({ endpoints, caFile, certFile, keyFile })
  return { contents: new LiveEtcd(client, servers), file: servers, close: () => client.close() }
}

function reading<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new InputError('', undefined, `${file}: ${systemReason(error) ?? (error as Error).message}`)
  }
}
