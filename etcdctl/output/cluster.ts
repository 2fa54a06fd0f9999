// Upstream: etcd's etcdctl/ctlv3/command/{printer,printer_simple,printer_fields,printer_json,printer_table}.go

import { goQuote } from '../../component-base/go/quote.ts'
import { encodeMessage } from '../../server/storage/etcd/message-codec.ts'
import type { Message } from '../../server/storage/etcd/messages.ts'
import type { SnapshotStatus } from '../../server/storage/mvcc/snapshot-status.ts'
import { humanBytes } from './bytes-text.ts'
import { type Format, unsupported } from './format.ts'
import { headerFields } from './key-values.ts'
import { messageJson } from './message-json.ts'
import { boxTable } from './table.ts'

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const table = (titles: readonly string[], rows: readonly (readonly string[])[], format: Format): string =>
  format === 'table' ? boxTable(titles, rows) : textOf(rows.map((row) => row.join(', ')))

/** The health of an endpoint. */
export interface Health {
  endpoint: string
  health: boolean
  took: string
  error?: string
}

/** The output of `endpoint health` in any form but `simple`. */
export function healthText(all: readonly Health[], format: Format): string {
  if (format === 'json') return `${JSON.stringify(all)}\n`
  if (format === 'protobuf') throw unsupported(format)
  if (format === 'fields')
    return textOf(
      all.flatMap(({ endpoint, health, took, error = '' }) => [
        `"Endpoint" : ${goQuote(endpoint)}`,
        `"Health" : ${health}`,
        `"Took" : ${goQuote(took)}`,
        `"Error" : ${goQuote(error)}`,
        '',
      ]),
    )
  const rows = all.map(({ endpoint, health, took, error = '' }) => [endpoint, String(health), took, error])
  return boxTable(['endpoint', 'health', 'took', 'error'], rows)
}

/** The status of an endpoint. */
export interface EndpointStatus {
  endpoint: string
  status: Message<'StatusResponse'>
}

const hexId = (id = 0n): string => id.toString(16)

/** The output of `endpoint status`. Throws where it does not have the form. */
export function statusText(all: readonly EndpointStatus[], format: Format): string {
  if (format === 'protobuf') throw unsupported(format)
  if (format === 'json')
    return `[${all.map(({ endpoint, status }) => `{"Endpoint":${JSON.stringify(endpoint)},"Status":${messageJson('StatusResponse', status)}}`).join(',')}]\n`
  if (format === 'fields') return textOf(all.flatMap(statusFields))
  const titles =
    'endpoint,ID,version,db size,is leader,is learner,raft term,raft index,raft applied index,errors'
  const rows = all.map(({ endpoint, status }) => [
    endpoint,
    hexId(status.header?.member_id),
    status.version ?? '',
    humanBytes(status.dbSize ?? 0),
    String(status.leader === status.header?.member_id),
    String(status.isLearner ?? false),
    String(status.raftTerm ?? 0),
    String(status.raftIndex ?? 0),
    String(status.raftAppliedIndex ?? 0),
    (status.errors ?? []).join(', '),
  ])
  return table(titles.split(','), rows, format)
}

const statusFields = ({ endpoint, status }: EndpointStatus): string[] => [
  ...headerFields(status.header),
  `"Version" : ${goQuote(status.version ?? '')}`,
  `"DBSize" : ${status.dbSize ?? 0}`,
  `"Leader" : ${status.leader ?? 0n}`,
  `"IsLearner" : ${status.isLearner ?? false}`,
  `"RaftIndex" : ${status.raftIndex ?? 0}`,
  `"RaftTerm" : ${status.raftTerm ?? 0}`,
  `"RaftAppliedIndex" : ${status.raftAppliedIndex ?? 0}`,
  `"Errors" : [${(status.errors ?? []).map(goQuote).join(' ')}]`,
  `"Endpoint" : ${goQuote(endpoint)}`,
  '',
]

/** The output of `member list`. */
export function membersText(answer: Message<'MemberListResponse'>, format: Format): string | Buffer {
  const { members = [] } = answer
  if (format === 'protobuf') return encodeMessage('MemberListResponse', answer)
  if (format === 'json') return `${messageJson('MemberListResponse', answer)}\n`
  if (format === 'fields') return textOf([...headerFields(answer.header), ...members.flatMap(memberFields)])
  const titles = ['ID', 'Status', 'Name', 'Peer Addrs', 'Client Addrs', 'Is Learner']
  const rows = members.map(({ ID, name = '', peerURLs = [], clientURLs = [], isLearner = false }) => [
    hexId(ID),
    name === '' ? 'unstarted' : 'started',
    name,
    peerURLs.join(','),
    clientURLs.join(','),
    String(isLearner),
  ])
  return table(titles, rows, format)
}

const memberFields = ({
  ID = 0n,
  name = '',
  peerURLs = [],
  clientURLs = [],
  isLearner = false,
}: Message<'Member'>): string[] => [
  `"ID" : ${ID}`,
  `"Name" : ${goQuote(name)}`,
  ...peerURLs.map((url) => `"PeerURL" : ${goQuote(url)}`),
  ...clientURLs.map((url) => `"ClientURL" : ${goQuote(url)}`),
  `"IsLearner" : ${isLearner}`,
  '',
]

const alarmNames = ['NONE', 'NOSPACE', 'CORRUPT']

/** The output of `alarm list`. Throws where it does not have the form. */
export function alarmsText(answer: Message<'AlarmResponse'>, format: Format): string | Buffer {
  const { alarms = [] } = answer
  if (format === 'protobuf') return encodeMessage('AlarmResponse', answer)
  if (format === 'json') return `${messageJson('AlarmResponse', answer)}\n`
  if (format === 'table') throw unsupported(format)
  const named = alarms.map(({ memberID = 0n, alarm = 0 }) => ({ memberID, alarm: alarmNames[alarm] ?? '' }))
  if (format === 'fields')
    return textOf([
      ...headerFields(answer.header),
      ...named.flatMap((one) => [`"MemberID" : ${one.memberID}`, `"AlarmType" : ${one.alarm}`, '']),
    ])
  return textOf(named.map((one) => `memberID:${one.memberID} alarm:${one.alarm} `))
}

/** The output of `snapshot status`. Throws where it does not have the form. */
export function snapshotText(status: SnapshotStatus, format: Format): string {
  const { hash, revision, totalKey, totalSize } = status
  if (format === 'protobuf') throw unsupported(format)
  if (format === 'json') return `${JSON.stringify({ hash, revision, totalKey, totalSize })}\n`
  if (format === 'fields')
    return textOf([
      `"Hash" : ${hash}`,
      `"Revision" : ${revision}`,
      `"Keys" : ${totalKey}`,
      `"Size" : ${totalSize}`,
    ])
  const row = [hash.toString(16), String(revision), String(totalKey), humanBytes(totalSize)]
  return table(['hash', 'revision', 'total keys', 'total size'], [row], format)
}
