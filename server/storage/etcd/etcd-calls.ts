import type { RangeRequest, RangeResponse, TxnRequest, TxnResponse, WatchResponse } from './messages.ts'

/** The calls of a server's store to an etcd. They reject with a StoreTimeoutError, or a WriteFailedError with etcd's message. */
export interface EtcdCalls {
  /** @param timeout in milliseconds; default: 60 s */
  range(request: RangeRequest, timeout?: number): Promise<RangeResponse>
  txn(request: TxnRequest): Promise<TxnResponse>
  compact(revision: number): Promise<unknown>
  /** A new lease. @param id above 0 and a whole number of a double: etcd's own choice can be larger @param seconds of its life */
  grant(id: number, seconds: number): Promise<void>
  /** The changes of all keys from a revision on. `ended` is called once, unless the watch was stopped: with its connection. */
  watch(startRevision: number, told: (answer: WatchResponse) => void, ended: () => void): WatchCall
  /** Goes on with the next endpoint. */
  next(): void
  close(): void
}

/** A watch under way. */
export interface WatchCall {
  stop(): void
}
