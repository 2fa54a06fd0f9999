// `kepsim path "1.33 → 1.34" --etcd-snapshot backup.db`: the objects of a real cluster through releases.
import { writeFileSync } from 'node:fs'
import { InputError } from '../replay/input-error.ts'
import { snapshotExitCode, snapshotJson, snapshotText } from '../replay/path/etcd/snapshot-text.ts'
import { walkSnapshot } from '../replay/path/etcd/walk-snapshot.ts'
import type { GateFacts } from '../replay/runtime.ts'
import { openFile } from '../server/storage/bbolt/byte-source.ts'
import { EtcdSnapshot } from '../server/storage/mvcc/snapshot-file.ts'

/** The flags of `kepsim path` that a snapshot goes with, and those that it does not. */
export interface SnapshotPathFlags {
  etcdSnapshot: string
  etcdPrefix: string
  gates: Readonly<Record<string, boolean>>
  json?: string | undefined
  scenario?: string | undefined
  section?: string | undefined
  html?: string | undefined
  orders: string
}

/** Prints what each release makes of the objects; answers the exit code. Throws an Error whose message is for users. */
export async function snapshotPath(
  flags: SnapshotPathFlags,
  releases: readonly string[],
  { facts, signal }: { facts: GateFacts; signal: AbortSignal },
): Promise<number> {
  refuse(flags)
  const { etcdPrefix, etcdSnapshot: file, gates, json } = flags
  const snapshot = EtcdSnapshot.read(opened(file))
  try {
    const walk = await walkSnapshot(snapshot, { file, releases, gates, etcdPrefix, facts, signal })
    const screen = json === '-' ? process.stderr : process.stdout
    screen.write(snapshotText(walk))
    if (json === '-') process.stdout.write(snapshotJson(releases, walk))
    else if (json !== undefined) writeFileSync(json, snapshotJson(releases, walk))
    return snapshotExitCode(walk)
  } finally {
    snapshot.close()
  }
}

/** Components are not moved one by one, and there is no script: only kube-apiservers read what is stored. */
function refuse({ scenario, section, html, orders }: SnapshotPathFlags): void {
  const other =
    scenario !== undefined
      ? `the scenario ${scenario}`
      : section !== undefined
        ? '--section'
        : html !== undefined
          ? '--html'
          : orders === 'all'
            ? '--orders all'
            : undefined
  if (other !== undefined)
    throw new InputError('', undefined, `--etcd-snapshot: ${other} does not go with it`)
}

function opened(file: string) {
  try {
    return openFile(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new InputError('', undefined, code === 'ENOENT' ? `${file}: no such file` : message)
  }
}
