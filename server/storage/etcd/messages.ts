// Messages of etcd's API, as ./proto/etcd.proto describes them and the protobuf library reads them.

/** A key with its value. */
export interface KeyValue {
  readonly key: Buffer
  readonly create_revision: number
  readonly mod_revision: number
  /** How often the key was written since it was created. */
  readonly version: number
  readonly value: Buffer
}

interface Header {
  /** The store's revision when the answer was made. */
  readonly revision: number
}

/** Of one key, or of those from `key` up to `range_end`. */
export interface RangeRequest {
  key: Buffer
  range_end?: Buffer
  limit?: number
  /** 0: the newest. */
  revision?: number
  keys_only?: boolean
  count_only?: boolean
}

/** The keys that a range has. */
export interface RangeResponse {
  readonly header: Header
  readonly kvs: readonly KeyValue[]
  readonly more: boolean
  readonly count: number
}

/** What a transaction does with one key. */
export type RequestOp =
  | { request_range: RangeRequest }
  | { request_put: { key: Buffer; value: Buffer; lease?: number } }
  | { request_delete_range: { key: Buffer } }

/** What must hold of a key; 0 is the revision, and the version, of a key that is not there. */
export type Compare =
  | { target: 'MOD'; key: Buffer; mod_revision: number }
  | { target: 'VERSION'; key: Buffer; version: number }

/** `success` where all comparisons hold, else `failure`. */
export interface TxnRequest {
  compare: Compare[]
  success: RequestOp[]
  failure: RequestOp[]
}

/** What a transaction did. */
export interface TxnResponse {
  readonly header: Header
  readonly succeeded: boolean
  readonly responses: readonly { readonly response_range?: RangeResponse }[]
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
