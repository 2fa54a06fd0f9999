// Upstream: etcd's etcdctl/ctlv3/command/{get,put,del,compaction}_command.go
import { parseInteger } from '../../component-base/go/numbers.ts'
import { prefixEnd, toTheEnd } from '../../server/storage/etcd/key-range.ts'
import { sortOrders, sortTargets } from '../embedded/sort.ts'
import { ExitError } from '../exit-error.ts'
import { answerBytes } from '../output/key-values.ts'
import type { CommandCall, CommandFlag, CtlCommand } from './command.ts'

const bool = (name: string, about: string): CommandFlag => ({ name, type: 'bool', about })
const bothRanges = '`--prefix` and `--from-key` cannot be set at the same time, choose one'
const zero = Buffer.from([0])

/** The first key of a range and its end, by the words and flags of get and del. */
function rangeOf({ words, flags }: CommandCall, command: string): { key: Buffer; range_end: Buffer } {
  const [key, end] = words
  if (flags.bool('prefix') && flags.bool('from-key')) throw new ExitError('badArgs', bothRanges)
  if (key === undefined)
    throw new ExitError(
      'badArgs',
      `${command} command needs one argument as key and an optional argument as range_end`,
    )
  const own = Buffer.from(key)
  const open = flags.bool('prefix') || flags.bool('from-key')
  if (end !== undefined && open)
    throw new ExitError(
      'badArgs',
      `too many arguments, only accept one argument when \`--prefix\` or \`--from-key\` is set`,
    )
  if (!open) return { key: own, range_end: Buffer.from(end ?? '') }
  if (own.length === 0) return { key: zero, range_end: toTheEnd }
  return { key: own, range_end: flags.bool('prefix') ? prefixEnd(own) : toTheEnd }
}

function numberOf(list: readonly string[], text: string, what: string): number {
  const at = list.indexOf(text.toUpperCase())
  if (at < 0) throw new ExitError('badFeature', `bad sort ${what} ${text}`)
  return at
}

/** `get`: a key, or the keys of a range. */
export const get: CtlCommand = {
  about: 'Gets the key or a range of keys',
  usage: '[options] <key> [range_end]',
  flags: [
    { name: 'consistency', type: 'string', default: 'l', about: 'Linearizable(l) or Serializable(s)' },
    bool('count-only', 'Get only the count'),
    bool('from-key', 'Get keys that are greater than or equal to the given key using byte compare'),
    bool('keys-only', 'Get only the keys'),
    { name: 'limit', type: 'int', default: '0', about: 'Maximum number of results' },
    { name: 'order', type: 'string', about: 'Order of results; ASCEND or DESCEND (ASCEND by default)' },
    bool('prefix', 'Get keys with matching prefix'),
    bool('print-value-only', 'Only write values when using the "simple" output format'),
    { name: 'rev', type: 'int', default: '0', about: 'Specify the kv revision' },
    { name: 'sort-by', type: 'string', about: 'Sort target; CREATE, KEY, MODIFY, VALUE, or VERSION' },
  ],
  async run(call) {
    const { flags, look } = call
    const range = rangeOf(call, 'get')
    const consistency = flags.string('consistency')
    if (consistency !== 'l' && consistency !== 's')
      throw new ExitError('badFeature', `unknown consistency flag ${JSON.stringify(consistency)}`)
    const [order, by] = [flags.string('order'), flags.string('sort-by')]
    const sort_order = numberOf(['', ...sortOrders.slice(1)], order, 'order')
    const sort_target = by === '' ? 0 : numberOf(sortTargets, by, 'target')
    const [keys_only, count_only] = [flags.bool('keys-only'), flags.bool('count-only')]
    if (keys_only && count_only)
      throw new ExitError(
        'badArgs',
        '`--keys-only` and `--count-only` cannot be set at the same time, choose one',
      )
    if (count_only && look.format !== 'fields')
      throw new ExitError('badArgs', '--count-only is only for `--write-out=fields`')
    const message = await (await call.api()).range({
      ...range,
      limit: flags.number('limit'),
      revision: flags.number('rev'),
      // Sorted by what is no key, they ascend by default.
      sort_order: order === '' && sort_target > 0 ? 1 : sort_order,
      sort_target,
      serializable: consistency === 's',
      keys_only,
      count_only,
    })
    const valueOnly = flags.bool('print-value-only')
    if (valueOnly && look.format !== 'simple')
      throw new ExitError('badArgs', 'print-value-only is only for `--write-out=simple`')
    call.print(answerBytes({ type: 'RangeResponse', message }, { ...look, valueOnly }))
  },
}

/** `put`: a value from the command line or from what comes in. */
export const put: CtlCommand = {
  about: 'Puts the given key into the store',
  usage: '[options] <key> <value> (<value> can also be given from stdin)',
  flags: [
    bool('ignore-lease', 'updates the key using its current lease'),
    bool('ignore-value', 'updates the key using its current value'),
    { name: 'lease', type: 'string', default: '0', about: 'lease ID (in hexadecimal) to attach to the key' },
    bool('prev-kv', 'return the previous key-value pair before modification'),
  ],
  async run(call) {
    const { flags, words } = call
    const [key, ...values] = words
    const ignored = flags.bool('ignore-value')
    if (key === undefined)
      throw new ExitError('badArgs', 'put command needs 1 argument and input from stdin or 2 arguments')
    if (ignored && values.length > 0)
      throw new ExitError('badArgs', "put command needs only 1 argument when 'ignore-value' is set")
    const lease = flags.string('lease')
    if (!/^[0-9a-f]{1,16}$/i.test(lease))
      throw new ExitError(
        'badArgs',
        `bad lease ID (strconv.ParseInt: parsing ${JSON.stringify(lease)}: invalid syntax), expecting ID in Hex`,
      )
    const value = ignored ? Buffer.alloc(0) : await inputOf(call, values)
    const message = await (await call.api()).put({
      key: Buffer.from(key),
      value,
      lease: BigInt(`0x${lease}`),
      prev_kv: flags.bool('prev-kv'),
      ignore_value: ignored,
      ignore_lease: flags.bool('ignore-lease'),
    })
    call.print(answerBytes({ type: 'PutResponse', message }, call.look))
  },
}

/** The second word, or all that comes in; without either etcdctl says how it is used. */
async function inputOf({ host }: CommandCall, values: readonly string[]): Promise<Buffer> {
  if (values.length > 0) return Buffer.from(values.join(' '))
  const input = await host.stdin()
  if (input.length === 0)
    throw new ExitError('badArgs', 'put command needs 1 argument and input from stdin or 2 arguments')
  return input
}

/** `del`: a key, or the keys of a range. */
export const del: CtlCommand = {
  about: 'Removes the specified key or range of keys [key, range_end)',
  usage: '[options] <key> [range_end]',
  flags: [
    bool('from-key', 'delete keys that are greater than or equal to the given key using byte compare'),
    bool('prefix', 'delete keys with matching prefix'),
    bool('prev-kv', 'return deleted key-value pairs'),
  ],
  async run(call) {
    const range = rangeOf(call, 'del')
    const message = await (await call.api()).deleteRange({ ...range, prev_kv: call.flags.bool('prev-kv') })
    call.print(answerBytes({ type: 'DeleteRangeResponse', message }, call.look))
  },
}

/** `compaction`: forgets what was before a revision. */
export const compaction: CtlCommand = {
  about: 'Compacts the event history in etcd',
  usage: '[options] <revision>',
  flags: [bool('physical', "'true' to wait for compaction to physically remove all old revisions")],
  async run(call) {
    const [word, ...more] = call.words
    if (word === undefined || more.length > 0)
      throw new ExitError('badArgs', 'compaction command needs 1 argument')
    const revision = revisionOf(word)
    await (await call.api()).compact({ revision, physical: call.flags.bool('physical') })
    call.print(`compacted revision ${revision}\n`)
  },
}

function revisionOf(text: string): number {
  try {
    return Number(parseInteger(text, 10, 64))
  } catch (error) {
    throw new ExitError('error', (error as Error).message)
  }
}
