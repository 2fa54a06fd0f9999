// The one member of an etcd that is not spread over machines.
import type { Message } from '../../server/storage/etcd/messages.ts'

/** The name, URLs and version of the member. */
export interface EmbeddedMember {
  name: string
  peerURL: string
  clientURL: string
  /** The version of etcd: `3.5.21`. */
  version: string
}

/** The ids that a member and a cluster have that were started without names. */
const clusterId = 0xcdf818194e3a8c32n
const memberId = 0x8e9e05c52164694dn
const term = 2
/** A member that was started without names. */
export const someMember: EmbeddedMember = {
  name: 'default',
  peerURL: 'http://localhost:2380',
  clientURL: 'http://localhost:2379',
  version: '3.5.21',
}
const pageSize = 4096
/** The limit of a piece of a snapshot, in bytes. */
export const pieceSize = 32 * 1024

/** The head of an answer. */
export const headerAt = (revision: number): Message<'ResponseHeader'> => ({
  cluster_id: clusterId,
  member_id: memberId,
  revision,
  raft_term: term,
})

/** @param size of what is stored, in bytes */
export function statusAt(revision: number, size: number, version: string): Message<'StatusResponse'> {
  const dbSize = (Math.ceil(size / pageSize) + 4) * pageSize
  return {
    header: headerAt(revision),
    version,
    dbSize,
    dbSizeInUse: dbSize,
    leader: memberId,
    raftIndex: revision,
    raftTerm: term,
    raftAppliedIndex: revision,
  }
}

/** The list of the one member. */
export function listOf({ name, peerURL, clientURL }: EmbeddedMember): Message<'MemberListResponse'> {
  const { revision: _, ...header } = headerAt(0)
  return { header, members: [{ ID: memberId, name, peerURLs: [peerURL], clientURLs: [clientURL] }] }
}
