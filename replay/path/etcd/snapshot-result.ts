import type { Outcome } from '../../outcome.ts'
import type { ChangeKind, FieldReason } from '../changes.ts'
import type { Group } from './groups.ts'
import type { Unseen } from './stored-keys.ts'

/** A field that is other after a hop, of objects of a kind. Values are those of the example; of Secrets there are none. */
export interface FieldFinding {
  kind: Exclude<ChangeKind, 'dropped'>
  apiVersion: string
  resource: string
  /** `spec.ports[*].appProtocol`; empty: the object as a whole. */
  field: string
  before?: unknown
  after?: unknown
  /** A server of the release that writes the object drops the field: it does not know it. */
  droppedWhenWritten: boolean
  reason?: FieldReason
}

/** Objects that cannot be read, or would not be taken as they are. */
export interface Refusal {
  apiVersion: string
  kind: string
  message: string
}

/** An API version that objects are stored in, or were written by clients in. */
export interface ApiUse {
  apiVersion: string
  kind: string
  /** `deprecated`: it is served still; `gone`: it is not served, by default at least. */
  state: 'deprecated' | 'gone'
  /** Whether it is the version in etcd. Else it is that of who wrote a part of it. */
  stored: boolean
  /** Some of them who wrote in it. */
  writers: string[]
  /** With the releases that the facts name. */
  text: string
}

/** What a release makes of the objects. */
export interface Findings {
  changes: Group<FieldFinding>[]
  /** Of reading. */
  undecodable: Group<Refusal>[]
  /** Of writing as they are. */
  refused: Group<Refusal>[]
  warnings: Group<{ text: string }>[]
  apis: Group<ApiUse>[]
}

/** A hop; of the first release only what it makes of them, without changes. */
export interface SnapshotHop extends Findings {
  /** Undefined: the first release. */
  from: string | undefined
  to: string
  status: Outcome
}

/** The objects of a snapshot taken through releases. */
export interface SnapshotWalk {
  file: string
  revision: number
  keys: number
  objects: number
  /** Objects whose values are encrypted at rest. */
  encrypted: number
  unseen: Unseen[]
  /** Objects by kind, the most first. */
  kinds: { kind: string; count: number }[]
  hops: SnapshotHop[]
}
