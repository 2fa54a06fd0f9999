// Upstream: etcd's api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto: the messages that are sent, received and printed.

/** Values of enums in the order of their numbers. */
export const enums = {
  EventType: ['PUT', 'DELETE'],
  CompareResult: ['EQUAL', 'GREATER', 'LESS', 'NOT_EQUAL'],
  CompareTarget: ['VERSION', 'CREATE', 'MOD', 'VALUE', 'LEASE'],
} as const

type EnumName = keyof typeof enums

/**
 * The messages by name, with their fields in the order of their numbers; names are those of etcd's JSON. A field has its number on the
 * wire and its type: one of the wire, an enum or a message. `int`: a whole number that a double holds. `id`, `lease`: 64 bits without
 * and with a sign.
 */
export const messages = {
  ResponseHeader: {
    cluster_id: [1, 'id'],
    member_id: [2, 'id'],
    revision: [3, 'int'],
    raft_term: [4, 'int'],
  },
  KeyValue: {
    key: [1, 'bytes'],
    create_revision: [2, 'int'],
    mod_revision: [3, 'int'],
    version: [4, 'int'],
    value: [5, 'bytes'],
    lease: [6, 'lease'],
  },
  RangeRequest: {
    key: [1, 'bytes'],
    range_end: [2, 'bytes'],
    limit: [3, 'int'],
    revision: [4, 'int'],
    sort_order: [5, 'int'],
    sort_target: [6, 'int'],
    serializable: [7, 'bool'],
    keys_only: [8, 'bool'],
    count_only: [9, 'bool'],
  },
  RangeResponse: {
    header: [1, 'ResponseHeader'],
    kvs: [2, 'KeyValue', 'many'],
    more: [3, 'bool'],
    count: [4, 'int'],
  },
  PutRequest: {
    key: [1, 'bytes'],
    value: [2, 'bytes'],
    lease: [3, 'lease'],
    prev_kv: [4, 'bool'],
    ignore_value: [5, 'bool'],
    ignore_lease: [6, 'bool'],
  },
  PutResponse: { header: [1, 'ResponseHeader'], prev_kv: [2, 'KeyValue'] },
  DeleteRangeRequest: { key: [1, 'bytes'], range_end: [2, 'bytes'], prev_kv: [3, 'bool'] },
  DeleteRangeResponse: {
    header: [1, 'ResponseHeader'],
    deleted: [2, 'int'],
    prev_kvs: [3, 'KeyValue', 'many'],
  },
  RequestOp: {
    request_range: [1, 'RangeRequest'],
    request_put: [2, 'PutRequest'],
    request_delete_range: [3, 'DeleteRangeRequest'],
  },
  ResponseOp: {
    response_range: [1, 'RangeResponse'],
    response_put: [2, 'PutResponse'],
    response_delete_range: [3, 'DeleteRangeResponse'],
  },
  Compare: {
    result: [1, 'CompareResult'],
    target: [2, 'CompareTarget'],
    key: [3, 'bytes'],
    version: [4, 'int'],
    create_revision: [5, 'int'],
    mod_revision: [6, 'int'],
  },
  TxnRequest: {
    compare: [1, 'Compare', 'many'],
    success: [2, 'RequestOp', 'many'],
    failure: [3, 'RequestOp', 'many'],
  },
  TxnResponse: {
    header: [1, 'ResponseHeader'],
    succeeded: [2, 'bool'],
    responses: [3, 'ResponseOp', 'many'],
  },
  CompactionRequest: { revision: [1, 'int'], physical: [2, 'bool'] },
  CompactionResponse: { header: [1, 'ResponseHeader'] },
  WatchRequest: { create_request: [1, 'WatchCreateRequest'], cancel_request: [2, 'WatchCancelRequest'] },
  WatchCreateRequest: {
    key: [1, 'bytes'],
    range_end: [2, 'bytes'],
    start_revision: [3, 'int'],
    prev_kv: [6, 'bool'],
    watch_id: [7, 'int'],
  },
  WatchCancelRequest: { watch_id: [1, 'int'] },
  WatchResponse: {
    header: [1, 'ResponseHeader'],
    watch_id: [2, 'int'],
    created: [3, 'bool'],
    canceled: [4, 'bool'],
    compact_revision: [5, 'int'],
    cancel_reason: [6, 'text'],
    events: [11, 'Event', 'many'],
  },
  Event: { type: [1, 'EventType'], kv: [2, 'KeyValue'], prev_kv: [3, 'KeyValue'] },
  LeaseGrantRequest: { TTL: [1, 'int'], ID: [2, 'lease'] },
  LeaseGrantResponse: {
    header: [1, 'ResponseHeader'],
    ID: [2, 'lease'],
    TTL: [3, 'int'],
    error: [4, 'text'],
  },
  LeaseRevokeRequest: { ID: [1, 'lease'] },
  LeaseRevokeResponse: { header: [1, 'ResponseHeader'] },
  LeaseTimeToLiveRequest: { ID: [1, 'lease'], keys: [2, 'bool'] },
  LeaseTimeToLiveResponse: {
    header: [1, 'ResponseHeader'],
    ID: [2, 'lease'],
    TTL: [3, 'int'],
    grantedTTL: [4, 'int'],
    keys: [5, 'bytes', 'many'],
  },
  StatusRequest: {},
  StatusResponse: {
    header: [1, 'ResponseHeader'],
    version: [2, 'text'],
    dbSize: [3, 'int'],
    leader: [4, 'id'],
    raftIndex: [5, 'int'],
    raftTerm: [6, 'int'],
    raftAppliedIndex: [7, 'int'],
    errors: [8, 'text', 'many'],
    dbSizeInUse: [9, 'int'],
    isLearner: [10, 'bool'],
  },
  AlarmRequest: { action: [1, 'int'], memberID: [2, 'id'], alarm: [3, 'int'] },
  AlarmResponse: { header: [1, 'ResponseHeader'], alarms: [2, 'AlarmMember', 'many'] },
  AlarmMember: { memberID: [1, 'id'], alarm: [2, 'int'] },
  DefragmentRequest: {},
  DefragmentResponse: { header: [1, 'ResponseHeader'] },
  SnapshotRequest: {},
  SnapshotResponse: { header: [1, 'ResponseHeader'], remaining_bytes: [2, 'int'], blob: [3, 'bytes'] },
  MemberListRequest: { linearizable: [1, 'bool'] },
  MemberListResponse: { header: [1, 'ResponseHeader'], members: [2, 'Member', 'many'] },
  Member: {
    ID: [1, 'id'],
    name: [2, 'text'],
    peerURLs: [3, 'text', 'many'],
    clientURLs: [4, 'text', 'many'],
    isLearner: [5, 'bool'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly [number, string, 'many'?]>>>>

/** The name of an etcd message. */
export type MessageName = keyof typeof messages

/** The type of a field. */
export type FieldType = keyof Scalars<bigint> | EnumName | MessageName

interface Scalars<Id> {
  int: number
  id: Id
  lease: Id
  bool: boolean
  bytes: Buffer
  text: string
}
type ScalarOf<Type, Id> = Type extends keyof Scalars<Id>
  ? Scalars<Id>[Type]
  : Type extends EnumName
    ? (typeof enums)[Type][number]
    : never
type ValueOf<Type, Id> = Type extends MessageName ? Message<Type, Id> : ScalarOf<Type, Id>
type FieldOf<Of, Id> = Of extends readonly [number, infer Type, 'many']
  ? readonly ValueOf<Type, Id>[]
  : Of extends readonly [number, infer Type]
    ? ValueOf<Type, Id>
    : never
/** A message; a field that is left out has its zero value. */
export type Message<Name extends MessageName, Id = bigint> = {
  readonly [Key in keyof (typeof messages)[Name]]?: FieldOf<(typeof messages)[Name][Key], Id>
}

type ReceivedField<Of> = Of extends readonly [number, infer Type, 'many']
  ? readonly (Type extends MessageName ? Received<Type> : ScalarOf<Type, bigint>)[]
  : Of extends readonly [number, infer Type]
    ? Type extends MessageName
      ? Received<Type> | undefined
      : ScalarOf<Type, bigint>
    : never
/** A message as it is decoded: with zero values where nothing was said; of messages in it, undefined. */
export type Received<Name extends MessageName> = {
  readonly [Key in keyof (typeof messages)[Name]]: ReceivedField<(typeof messages)[Name][Key]>
}

// What a server's store asks, and what it reads of the answers.

/** A key with its value. `version`: how often the key was written since it was created. */
export type KeyValue = Pick<
  Received<'KeyValue'>,
  'key' | 'create_revision' | 'mod_revision' | 'version' | 'value'
>

/** `revision`: the store's when the answer was made. */
type Header = Pick<Received<'ResponseHeader'>, 'revision'>

/** The request for one key, or for those from `key` up to `range_end`. `revision`: 0 is the newest. */
export type RangeRequest = Pick<
  Message<'RangeRequest'>,
  'range_end' | 'limit' | 'revision' | 'keys_only' | 'count_only'
> & { readonly key: Buffer }

/** The keys that a range has. */
export interface RangeResponse {
  readonly header: Header
  readonly kvs: readonly KeyValue[]
  readonly more: boolean
  readonly count: number
}

/** An operation of a transaction on one key. */
export type RequestOp =
  | { request_range: RangeRequest }
  | { request_put: { key: Buffer; value: Buffer; lease?: number | bigint } }
  | { request_delete_range: { key: Buffer } }

/** A condition of a transaction on a key; 0 is the revision, and the version, of a key that is not there. */
export type Compare =
  | { target: 'MOD'; key: Buffer; mod_revision: number }
  | { target: 'VERSION'; key: Buffer; version: number }

/** `success` where all comparisons hold, else `failure`. */
export interface TxnRequest {
  compare: Compare[]
  success: RequestOp[]
  failure: RequestOp[]
}

/** The answer to a transaction. */
export interface TxnResponse {
  readonly header: Header
  readonly succeeded: boolean
  readonly responses: readonly { readonly response_range?: RangeResponse | undefined }[]
}

/** Changes of keys, in the order of revisions. */
export interface WatchResponse {
  readonly header: Header
  readonly created: boolean
  readonly canceled: boolean
  /** Not 0: the revision that was asked for is gone, and this is the oldest that is left. */
  readonly compact_revision: number
  readonly cancel_reason: string
  readonly events: readonly { readonly type: 'PUT' | 'DELETE'; readonly kv: KeyValue }[]
}
