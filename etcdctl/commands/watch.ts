// Upstream: etcd's etcdctl/ctlv3/command/watch_command.go

import { prefixEnd } from '../../server/storage/etcd/key-range.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import type { EtcdApi } from '../api/etcd-api.ts'
import { ExitError } from '../exit-error.ts'
import { answerBytes } from '../output/key-values.ts'
import type { CommandCall, CtlCommand } from './command.ts'

/** `watch`: prints the events of a range of keys. */
export const watch: CtlCommand = {
  about: 'Watches events stream',
  usage: '[options] [key or prefix] [range_end]',
  flags: [
    { name: 'prefix', type: 'bool', about: 'Watch on a prefix if prefix is set' },
    { name: 'prev-kv', type: 'bool', about: 'get the previous key-value pair before the event happens' },
    { name: 'rev', type: 'int', default: '0', about: 'Revision to start watching' },
  ],
  async run(call) {
    const { flags, words } = call
    const [key, end, ...more] = words
    if (key === undefined || more.length > 0 || (end !== undefined && flags.bool('prefix')))
      throw new ExitError(
        'badArgs',
        key === undefined || more.length > 0
          ? 'bad number of arguments'
          : '`range_end` and `--prefix` are mutually exclusive',
      )
    const own = Buffer.from(key)
    await follow(call, await call.api(), {
      key: own,
      range_end: flags.bool('prefix') ? prefixEnd(own) : Buffer.from(end ?? ''),
      start_revision: flags.number('rev'),
      prev_kv: flags.bool('prev-kv'),
    })
  },
}

/** Prints what happens until the signal, or until nothing has happened for the host's patience. */
async function follow(
  call: CommandCall,
  api: EtcdApi,
  request: Message<'WatchCreateRequest'>,
): Promise<void> {
  const { host } = call
  let last = host.now()
  let refused: Error | undefined
  const ended = new AbortController()
  host.signal?.addEventListener('abort', () => ended.abort(), { once: true })
  const watcher = api.watch(request, (message) => {
    last = host.now()
    try {
      if ((message.events ?? []).length > 0)
        call.print(answerBytes({ type: 'WatchResponse', message }, call.look))
      if (message.canceled === true) throw canceled(call, message)
    } catch (error) {
      refused = error as Error
      ended.abort()
    }
  })
  const quiet = host.watchQuietMs
  if (quiet === undefined) await aborted(ended.signal)
  while (quiet !== undefined && !ended.signal.aborted && host.now() - last < quiet) await host.sleep(50)
  watcher.stop()
  if (refused !== undefined) throw refused
}

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Upstream: etcd's client/v3/watch.go (WatchResponse.Err): of older servers only the revision tells why. */
function canceled(
  { host }: CommandCall,
  { cancel_reason = '', compact_revision = 0 }: Message<'WatchResponse'>,
): ExitError {
  const compacted = 'etcdserver: mvcc: required revision has been compacted'
  host.stderr(`watch was canceled (${compact_revision > 0 ? compacted : cancel_reason})\n`)
  return new ExitError('interrupted', 'watch is canceled by the server')
}
