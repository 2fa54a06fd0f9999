// Upstream: etcd's etcdctl/ctlv3/command/{printer,printer_simple,printer_fields,printer_json}.go
import { encodeMessage } from '../../server/storage/etcd/message-codec.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import { hexBytes, quoteBytes } from './bytes-text.ts'
import { type Format, unsupported } from './format.ts'
import { messageJson } from './message-json.ts'

const empty = Buffer.alloc(0)

/** The form in which keys and values are printed. */
export interface Look {
  format: Format
  hex: boolean
  /** Only with the form `simple`: keys are left out. */
  valueOnly?: boolean
}

/** An answer of etcd about keys, by its message's name. */
export type Answer =
  | { type: 'RangeResponse'; message: Message<'RangeResponse'> }
  | { type: 'PutResponse'; message: Message<'PutResponse'> }
  | { type: 'DeleteRangeResponse'; message: Message<'DeleteRangeResponse'> }
  | { type: 'WatchResponse'; message: Message<'WatchResponse'> }

/** The output of etcdctl for an answer about keys. Throws where the form does not show such. */
export function answerBytes(answer: Answer, look: Look): Buffer {
  const { format } = look
  if (format === 'simple') return Buffer.concat(simple(answer, look))
  if (format === 'fields')
    return Buffer.from(
      fields(answer, look)
        .map((line) => `${line}\n`)
        .join(''),
    )
  if (format === 'json') return Buffer.from(`${jsonOf(answer)}\n`)
  if (format === 'table') throw unsupported(format)
  if (answer.type === 'WatchResponse')
    return Buffer.concat((answer.message.events ?? []).map((event) => encodeMessage('Event', event)))
  return encodeMessage(answer.type, answer.message as never)
}

function jsonOf(answer: Answer): string {
  if (answer.type !== 'WatchResponse') return messageJson(answer.type, answer.message as never)
  const { header = {}, events = [], compact_revision = 0, canceled = false } = answer.message
  const all = events.map((event) => messageJson('Event', event)).join(',')
  return `{"Header":${messageJson('ResponseHeader', header)},"Events":[${all}],"CompactRevision":${compact_revision},"Canceled":${canceled},"Created":false}`
}

const line = (text: string): Buffer => Buffer.from(`${text}\n`)
const newline = line('')

function simple(answer: Answer, look: Look): Buffer[] {
  const shown = (kv: Message<'KeyValue'> | undefined): Buffer[] => (kv === undefined ? [] : lines(kv, look))
  if (answer.type === 'RangeResponse') return (answer.message.kvs ?? []).flatMap(shown)
  if (answer.type === 'PutResponse') return [line('OK'), ...shown(answer.message.prev_kv)]
  if (answer.type === 'DeleteRangeResponse') {
    const { deleted = 0, prev_kvs = [] } = answer.message
    return [line(String(deleted)), ...prev_kvs.flatMap(shown)]
  }
  return (answer.message.events ?? []).flatMap((event) => [
    line(typeOf(event)),
    ...shown(event.prev_kv),
    ...shown(event.kv),
  ])
}

const typeOf = ({ type = 'PUT' }: Message<'Event'>): string => type

function lines({ key = empty, value = empty }: Message<'KeyValue'>, { hex, valueOnly }: Look): Buffer[] {
  const shown = (bytes: Buffer): Buffer => (hex ? Buffer.from(hexBytes(bytes)) : bytes)
  return [...(valueOnly === true ? [] : [shown(key), newline]), shown(value), newline]
}

/** Lines of every answer, which begin with who answered. */
export const headerFields = ({
  cluster_id = 0n,
  member_id = 0n,
  revision = 0,
  raft_term = 0,
}: Message<'ResponseHeader'> = {}): string[] => [
  `"ClusterID" : ${cluster_id}`,
  `"MemberID" : ${member_id}`,
  `"Revision" : ${revision}`,
  `"RaftTerm" : ${raft_term}`,
]

function fields({ type, message }: Answer, look: Look): string[] {
  const shown = (prefix: string, kv: Message<'KeyValue'> | undefined): string[] =>
    kv === undefined ? [] : keyValueFields(prefix, kv, look)
  const header = headerFields(message.header)
  if (type === 'RangeResponse') {
    const { kvs = [], more = false, count = 0 } = message
    return [...header, ...kvs.flatMap((kv) => shown('', kv)), `"More" : ${more}`, `"Count" : ${count}`]
  }
  if (type === 'PutResponse') return [...header, ...shown('Prev', message.prev_kv)]
  if (type === 'DeleteRangeResponse') {
    const { deleted = 0, prev_kvs = [] } = message
    return [...header, `"Deleted" : ${deleted}`, ...prev_kvs.flatMap((kv) => shown('Prev', kv))]
  }
  const events = (message.events ?? []).flatMap((event) => [
    `"Type" : ${typeOf(event)}`,
    ...shown('Prev', event.prev_kv),
    ...shown('', event.kv),
  ])
  return [...header, ...events]
}

function keyValueFields(prefix: string, kv: Message<'KeyValue'>, { hex }: Look): string[] {
  const { key = empty, value = empty, create_revision = 0, mod_revision = 0, version = 0, lease = 0n } = kv
  const quoted = (bytes: Buffer): string =>
    hex ? quoteBytes(Buffer.from(hexBytes(bytes))) : quoteBytes(bytes)
  return [
    `"${prefix}Key" : ${quoted(key)}`,
    `"${prefix}CreateRevision" : ${create_revision}`,
    `"${prefix}ModRevision" : ${mod_revision}`,
    `"${prefix}Version" : ${version}`,
    `"${prefix}Value" : ${quoted(value)}`,
    `"${prefix}Lease" : ${hex ? lease.toString(16).padStart(16, '0') : lease}`,
  ]
}
