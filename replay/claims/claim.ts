// What a sentence of a document says is so, as plain data.

export type Comparison = '==' | '>=' | '<=' | '>' | '<'

/** Whom a claim is about, as written; {@link resolveSubject} finds the objects. */
export interface Subject {
  /** `Pod`. */
  kind?: string
  /** `pods`, `jobs.batch`. */
  resource?: string
  names?: string[]
  /** Said of one, of several, of exactly two, of every one, of none; a number. */
  number: 'one' | 'many' | 'both' | 'all' | number
  which?: 'new' | 'old' | 'first' | 'second' | 'third' | 'last' | 'other'
  /** The completion index of a Job's pod or the ordinal of a StatefulSet's. */
  index?: string
  namespace?: string
  /** Only those in this state: "the running pods". */
  state?: string
  /** Whose it is: "pods of the job". */
  of?: Subject
}

export type FieldTest =
  | { is: 'set' }
  | { is: 'unset' }
  | { is: 'equals'; value: string }
  | { is: 'differs'; value: string }
  | { is: 'compares'; comparison: Comparison; number: number }
  /** As it was at the end of the step before; `kept`: and not empty. */
  | { is: 'unchanged' }
  | { is: 'kept' }
  | { is: 'changed' }
  | { is: 'same-as'; field: string }
  /** A command tried to set it and it is not what was tried. */
  | { is: 'refused' }

export interface FieldName {
  /** `.status.failedIndexes`, `HostIPs`, `hints`; '' is the value that was printed last. */
  name: string
  /** A plain word of prose, a field only where an object is known to have it. */
  plain?: true
  /** What the sentence calls it. */
  of?: 'field' | 'label' | 'annotation' | 'condition'
}

interface Written {
  /** The sentence, as the document has it. */
  text: string
  line: number
}

export type ClaimBody =
  | { kind: 'field'; field: FieldName; subject?: Subject; test: FieldTest }
  /** A condition in the status; `status` as it must be, undefined for its mere presence. */
  | { kind: 'condition'; condition: string; subject?: Subject; present: boolean; status?: string }
  | { kind: 'state'; subject?: Subject; state: string; negated: boolean }
  /** How many objects there are. */
  | { kind: 'count'; subject: Subject; comparison: Comparison; number: number; negated?: true }
  /** How many elements a list has: endpoints of a Service. */
  | {
      kind: 'members'
      field: FieldName
      subject?: Subject
      comparison: Comparison
      number: number
      state?: string
    }
  | { kind: 'output'; command?: string; test: OutputTest; about?: string[] }
  | { kind: 'exit'; command?: string; fails: boolean; message?: string }
  | { kind: 'gate'; gate?: string; enabled: boolean; components: string[] }
  | { kind: 'component'; component: string; running: boolean; release?: string }
  /** How many pods each node has, in any order. */
  | { kind: 'spread'; subject: Subject; counts: number[] }
  | { kind: 'fragment'; subject?: Subject; value: unknown }

export type OutputTest =
  | { is: 'contains'; value: string }
  | { is: 'lacks'; value: string }
  | { is: 'empty' }
  | { is: 'not-empty' }

export type Claim = Written & ClaimBody
