// Upstream: etcd's etcdctl/ctlv3/command/snapshot_command.go, etcdutl/etcdutl/snapshot_command.go, etcdutl/snapshot
import type { ByteSource } from '../../server/storage/bbolt/byte-source.ts'
import { EtcdSnapshot, hasSum, SnapshotFileError } from '../../server/storage/mvcc/snapshot-file.ts'
import { snapshotStatus } from '../../server/storage/mvcc/snapshot-status.ts'
import { ExitError } from '../exit-error.ts'
import { humanBytes } from '../output/bytes-text.ts'
import { snapshotText } from '../output/cluster.ts'
import type { CommandCall, CtlCommand } from './command.ts'

/** `snapshot save`: the file gets its name only when it is complete. */
export const save: CtlCommand = {
  about: 'Stores an etcd node backend snapshot to a given file',
  usage: '<filename>',
  async run(call) {
    const { endpoints, host } = call
    const [path, ...more] = call.words
    if (path === undefined || more.length > 0)
      throw new ExitError('badArgs', 'snapshot save expects one argument')
    if (endpoints.length !== 1)
      throw new ExitError(
        'badArgs',
        `snapshot must be requested to one selected node, not multiple ${goList(endpoints)}`,
      )
    const api = await call.api()
    const told = { size: 0 }
    log(call, 'snapshot/v3_snapshot.go:65', 'created temporary db file', { path: `${path}.part` })
    log(call, 'snapshot/v3_snapshot.go:73', 'fetching snapshot', { endpoint: endpoints[0]! })
    await saved(host.saveFile(path, counted(api.snapshot(), told)), path)
    const size = humanBytes(told.size)
    log(call, 'snapshot/v3_snapshot.go:88', 'fetched snapshot', {
      endpoint: endpoints[0]!,
      size,
      took: 'now',
    })
    log(call, 'snapshot/v3_snapshot.go:97', 'saved', { path })
    call.print(`Snapshot saved at ${path}\n`)
  },
}

const goList = (texts: readonly string[]): string => `[${texts.join(' ')}]`

async function saved(work: Promise<void>, path: string): Promise<void> {
  try {
    await work
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ExitError(
      'interrupted',
      `could not open ${path}.part (${systemText(error, `${path}.part`) ?? message})`,
    )
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, told: { size: number }): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    told.size += piece.length
    yield piece
  }
}

function log(
  { host }: CommandCall,
  caller: string,
  msg: string,
  rest: Readonly<Record<string, string>>,
): void {
  const ts = new Date(host.now()).toISOString().replace('Z', '000Z')
  host.stderr(`${JSON.stringify({ level: 'info', ts, caller, msg, ...rest })}\n`)
}

/** Go's text of a system error on opening the file; undefined for other errors. */
function systemText(error: unknown, path: string): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || message.startsWith('ENOENT')) return `open ${path}: no such file or directory`
  return code === 'EACCES' ? `open ${path}: permission denied` : undefined
}

async function opened({ host }: CommandCall, path: string): Promise<ByteSource> {
  try {
    return await host.openSource(path)
  } catch (error) {
    const text = systemText(error, path)?.replace(/^open/, 'stat')
    throw new ExitError('error', text ?? (error as Error).message)
  }
}

/** Runs work that reads a snapshot; a damaged file ends the command with one line. */
function readable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof SnapshotFileError)
      throw new ExitError('error', error.message.replace(/^.*: (?=invalid database$)/, ''))
    throw error
  }
}

/** `snapshot status`: of a file, whose sum is not checked. */
export const status: CtlCommand = {
  about: 'Gets backend snapshot status of a given file',
  usage: '<filename>',
  async run(call) {
    const [path, ...more] = call.words
    if (path === undefined || more.length > 0)
      throw new ExitError('badArgs', 'snapshot status requires exactly one argument')
    const source = await opened(call, path)
    try {
      call.print(
        snapshotText(
          readable(() => snapshotStatus(source)),
          call.look.format,
        ),
      )
    } finally {
      source.close()
    }
  },
}

/** `snapshot restore`: a data directory of what a file holds. */
export const restore: CtlCommand = {
  about: 'Restores an etcd member snapshot to an etcd directory',
  usage: '<filename> --data-dir {output dir} [options]',
  flags: [
    {
      name: 'bump-revision',
      type: 'uint',
      default: '0',
      about: 'How much to increase the latest revision after restore',
    },
    { name: 'data-dir', type: 'string', about: 'Path to the output data directory' },
    {
      name: 'initial-advertise-peer-urls',
      type: 'string',
      default: 'http://localhost:2380',
      about: "List of this member's peer URLs to advertise to the rest of the cluster",
    },
    {
      name: 'initial-cluster',
      type: 'string',
      default: 'default=http://localhost:2380',
      about: 'Initial cluster configuration for restore bootstrap',
    },
    {
      name: 'initial-cluster-token',
      type: 'string',
      default: 'etcd-cluster',
      about: 'Initial cluster token for the etcd cluster during restore bootstrap',
    },
    {
      name: 'mark-compacted',
      type: 'bool',
      about:
        'Mark the latest revision after restore as the point of scheduled compaction (required if --bump-revision > 0, disallowed otherwise)',
    },
    { name: 'name', type: 'string', default: 'default', about: 'Human-readable name for this member' },
    {
      name: 'skip-hash-check',
      type: 'bool',
      about: 'Ignore snapshot integrity hash value (required if copied from data directory)',
    },
    { name: 'wal-dir', type: 'string', about: 'Path to the WAL directory (use --data-dir if none given)' },
  ],
  async run(call) {
    const { flags, host, words } = call
    const [path, ...more] = words
    if (path === undefined || more.length > 0)
      throw new ExitError('badArgs', 'snapshot restore requires exactly one argument')
    const bump = flags.number('bump-revision')
    if (bump > 0 !== flags.bool('mark-compacted'))
      throw new ExitError('badArgs', '--mark-compacted required if --revision-bump > 0')
    const dir = flags.string('data-dir') || `${flags.string('name')}.etcd`
    if (!(await host.isEmpty(dir)))
      throw new ExitError('error', `data-dir ${JSON.stringify(dir)} not empty or could not be read`)
    const source = await opened(call, path)
    try {
      const checked = !flags.bool('skip-hash-check')
      if (checked && !hasSum(source.size))
        throw new ExitError('error', 'snapshot missing hash but --skip-hash-check=false')
      const about = {
        path,
        'wal-dir': flags.string('wal-dir') || `${dir}/member/wal`,
        'data-dir': dir,
        'snap-dir': `${dir}/member/snap`,
      }
      restoreLog(call, '265', 'restoring snapshot', about)
      await host.restore(
        dir,
        readable(() => EtcdSnapshot.read(source, checked)),
        bump,
      )
      restoreLog(call, '293', 'restored snapshot', about)
    } finally {
      source.close()
    }
  },
}

function restoreLog(
  { host }: CommandCall,
  line: string,
  text: string,
  about: Readonly<Record<string, string>>,
): void {
  const ts = new Date(host.now()).toISOString().replace(/\.\d+/, '')
  const rest = Object.entries(about).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  host.stderr(`${ts}\tinfo\tsnapshot/v3_snapshot.go:${line}\t${text}\t{${rest.join(', ')}}\n`)
}
