import type { Message } from '../../server/storage/etcd/messages.ts'

/** An answer of etcd that is an error: the message is etcd's own, as `etcdserver: mvcc: required revision has been compacted`. */
export class EtcdError extends Error {}

/** A running watch. */
export interface EtcdWatch {
  stop(): void
}

/** The calls of an etcd, by the names of its gRPC services. They throw an {@link EtcdError}. */
export interface EtcdApi {
  range(request: Message<'RangeRequest'>): Promise<Message<'RangeResponse'>>
  put(request: Message<'PutRequest'>): Promise<Message<'PutResponse'>>
  deleteRange(request: Message<'DeleteRangeRequest'>): Promise<Message<'DeleteRangeResponse'>>
  compact(request: Message<'CompactionRequest'>): Promise<Message<'CompactionResponse'>>
  status(): Promise<Message<'StatusResponse'>>
  memberList(): Promise<Message<'MemberListResponse'>>
  alarm(request: Message<'AlarmRequest'>): Promise<Message<'AlarmResponse'>>
  defragment(): Promise<Message<'DefragmentResponse'>>
  /** Pieces of the file that `etcdctl snapshot save` writes, with its sum at the end. */
  snapshot(): AsyncIterable<Buffer>
  /** `told` gets an answer with the events of each revision, and one that says that the watch is canceled. */
  watch(request: Message<'WatchCreateRequest'>, told: (answer: Message<'WatchResponse'>) => void): EtcdWatch
  close(): void
}
