// What a sentence of a document says is so, as plain data.

/** A comparison of the number found (left) with the claimed one (right). */
export type Comparison = '==' | '!=' | '>=' | '<=' | '>' | '<'

/** Whom a claim is about, as written; {@link resolveSubject} finds the objects. */
export interface Subject {
  /** `Pod`. */
  kind?: string
  /** `pods`, `jobs.batch`. */
  resource?: string
  names?: string[]
  /** Said of one, of several, of exactly two, of every one, of none; a number. */
  number: 'one' | 'many' | 'both' | 'all' | number
  /** `changed`: what a command changed last. */
  which?: 'new' | 'old' | 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'last' | 'other' | 'changed'
  /** "Old", "original": what others have replaced, rather than all that was there before. */
  replaced?: true
  /** What the same word names where the document makes such, and none of the kind. */
  or?: { kind: string; resource: string }
  /** Of Services, `.spec.type`: "both load balancers". */
  type?: string
  /** The completion index of a Job's pod or the ordinal of a StatefulSet's. */
  index?: string
  namespace?: string
  /** Only those in this state: "the running pods". */
  state?: string
  /** "One is pending": the sentence leaves out of what. */
  elliptical?: true
  /** "The second one", "three of them": of the kind that was spoken of before. */
  unbound?: true
  /** Made in the step of this number: "the Pod created in step 3". */
  step?: number
  /** Whose it is: "pods of the job". */
  of?: Subject
  /** Whose it is, a pronoun says: "it has two pods". */
  ofIt?: true
}

/** Whose rules, where a claim says so. */
export type RuleTool = 'iptables' | 'nftables' | 'ipvs'

/** What must be so of a field's value, now or against the end of the step before. */
export type FieldTest =
  | { is: 'set' }
  | { is: 'unset' }
  /** `from` and `moved`: what it was before, or that it was less, more or something else. */
  | { is: 'equals'; value: string; from?: string; moved?: 'up' | 'down' | 'other' }
  | { is: 'differs'; value: string }
  | { is: 'compares'; comparison: Comparison; number: number }
  /** As it was at the end of the step before; `kept`: and not empty. */
  | { is: 'unchanged' }
  | { is: 'kept' }
  | { is: 'changed' }
  | { is: 'same-as'; field: string }
  /** A version of that release: `v1.28.3` is one of `1.28`. */
  | { is: 'release'; release: string; negated: boolean }
  /** A command tried to set it and it is not what was tried. */
  | { is: 'refused' }

/** A field in a sentence's words, which may be a path, a key or its last name alone. */
export interface FieldName {
  /** `.status.failedIndexes`, `HostIPs`, `hints`; '' is the value that was printed last. */
  name: string
  /** A plain word of prose, a field only where an object is known to have it. */
  plain?: true
  /** "The field": the one that was named last. */
  that?: true
  /** What the sentence calls it. */
  of?: 'field' | 'label' | 'annotation' | 'condition'
  /** The part of the object that the sentence places it in: `spec`, `nodeInfo`. */
  within?: string
}

/** Endpoints that a node sends to: all of a Service, those of its own zone or of itself, those that its API objects choose. */
export type RuleEndpoints = 'all' | 'zone' | 'node' | 'right'

/** What an object may have a number of, as people say it. */
export type Amount =
  | 'replicas'
  | 'ready replicas'
  | 'available replicas'
  | 'unavailable replicas'
  | 'updated replicas'
  | 'cluster IPs'
  | 'node ports'
  | 'load balancer IPs'
  | 'external IPs'
  | 'internal IPs'
  | 'host IPs'
  | 'pod IPs'
  | 'IPs'
  | 'nodes'
  | 'owners'
  | 'finalizers'
  | 'deletion timestamps'
  | 'taints'
  | 'labels'
  | 'annotations'
  | 'conditions'
  | 'containers'
  | 'init containers'
  | 'ephemeral containers'
  | 'restarts'

/** What must be so of a container's status; `negated`: must not be so. */
export type ContainerTest =
  | { is: 'state'; state: string; negated: boolean }
  | { is: 'reason'; reason: string; negated: boolean }
  | { is: 'exit'; exitCode: number; negated: boolean }
  | { is: 'image'; image: string; negated: boolean }
  /** A variable of its environment as the spec gives it; without a value: whether there is one. */
  | { is: 'variable'; name: string; value?: string; negated: boolean }
  /** A field of its spec, by words of its name. */
  | { is: 'field'; field: string; value: string; negated: boolean }
  /** What it requests, or is limited to; without an amount: whether it does. */
  | { is: 'resource'; of: 'requests' | 'limits'; resource: string; amount?: string; negated: boolean }
  | ({ is: 'restarts' } & Compared)

interface Compared {
  comparison: Comparison
  number: number
}

interface Written {
  /** The sentence, as the document has it. */
  text: string
  line: number
}

/** What a claim about traffic says of its way. */
export interface Way {
  /** Names, addresses and protocols that whoever sends the packets has to write. */
  names: string[]
  ports: number[]
  /** A word for what no command shows: which of several endpoints, another node. */
  untold?: string
}

/** What is said of a gate in a release; all that is given has to be so. */
export interface GateStandingTest {
  readonly default?: boolean
  readonly locked?: boolean
  /** Whether the release has it at all. */
  readonly known?: boolean
  /** `ALPHA`, `BETA`, `GA`, `DEPRECATED`. */
  readonly stage?: string
}

/** What a claim says, without its text and place in the document. */
export type ClaimBody =
  | { kind: 'field'; field: FieldName; subject?: Subject; test: FieldTest }
  /** A condition in the status; `status` as it must be, undefined for its mere presence. */
  | {
      kind: 'condition'
      condition: string
      subject?: Subject
      present: boolean
      status?: string
      /** Beside the status: why it is so. */
      reason?: string
      /** And what it says. */
      message?: string
    }
  /** A number that each object has; see {@link amountOf}. */
  | ({ kind: 'amount'; amount: Amount; subject?: Subject; moved?: 'up' | 'down' } & Compared)
  /** What each container that is meant is, or has. */
  | {
      kind: 'container'
      subject: Subject
      names?: string[]
      init?: true
      /** It is said of all of them. */
      all: boolean
      test: ContainerTest
    }
  /** That one came, or none; `by` is a component. */
  | {
      kind: 'event'
      subject?: Subject
      reason?: string
      type?: 'Warning' | 'Normal'
      message?: string
      by?: string
      /** Whose it is, a pronoun says. */
      ofIt?: true
      present: boolean
      /** How many came, each as often as it did. */
      times?: number
    }
  /** What objects have in common, or each has for itself. `open`: it may be said of before instead. */
  | { kind: 'alike'; subjects: Subject[]; field: FieldName; same: boolean; open?: true }
  /** What a list or a map holds: `key:NoSchedule` of taints, `key=value` of data. */
  | { kind: 'element'; field: FieldName; subject?: Subject; value: string; present: boolean }
  /** Who owns an object, or what that belongs to; without an owner: nobody does. */
  | { kind: 'owner'; subject?: Subject; owner?: Subject; negated: boolean }
  /** Why an object is as its status says. */
  | { kind: 'reason'; reason: string; subject?: Subject; negated: boolean; state?: string }
  /** `ever`: since it was made, rather than since the step before. `but`: others of the kind, of which the same sentence says something else. */
  | { kind: 'state'; subject?: Subject; state: string; negated: boolean; ever?: true; but?: Subject[] }
  /** How many objects there are; `comes`: which are made there, and nothing before. */
  | ({ kind: 'count'; subject: Subject; comes?: true } & Compared)
  /** Which objects there are, each by its name, and no others. */
  | { kind: 'names'; subject?: Subject; names: string[] }
  /** How many of those that there were at the end of the step before are no more. */
  | ({ kind: 'gone'; subject: Subject } & Compared)
  /** How many elements a list has: endpoints of a Service. */
  | ({ kind: 'members'; field: FieldName; subject?: Subject; state?: string } & Compared)
  | { kind: 'output'; command?: string; test: OutputTest; about?: string[] }
  /** `verb` is what the command does, where that is said; `status` a code of HTTP, `code` that of the process. */
  | {
      kind: 'exit'
      command?: string
      fails: boolean
      message?: string
      verb?: string
      status?: number
      code?: number
    }
  /** A number, or its presence, in what a command printed of metrics. */
  | { kind: 'metric'; metric: string; test: MetricTest }
  | { kind: 'gate'; gate?: string; enabled: boolean; components: string[] }
  /** How a gate stands in a release, whatever is set; without one in that of the components that run. */
  | {
      kind: 'gate standing'
      gate?: string
      test: GateStandingTest
      release?: string
      /** From that release on, and not before. */
      since?: true
    }
  | { kind: 'component'; component: string; running: boolean; release?: string }
  /** Some component runs that release: what else is claimed is said of it. */
  | { kind: 'under release'; release: string }
  /** How many pods each node has, in any order. */
  | { kind: 'spread'; subject: Subject; counts: number[] }
  /** `unannounced`: no sentence says of what it is a part. */
  | { kind: 'fragment'; subject?: Subject; value: unknown; unannounced?: true }
  /** Some field of each object has it. */
  | { kind: 'value'; subject: Subject; value: string }
  /** Rules that kube-proxy programs for the address of a Service, on every node. */
  | { kind: 'rules'; subject: Subject; present: boolean; tool?: RuleTool }
  /** Images of the pods that were made last come to the node together, in groups of these sizes, one after the other. */
  | { kind: 'pulls'; groups: number[] }
  /** The kubelet of each node tells of itself: its status, or its lease, is renewed. */
  | { kind: 'heartbeat'; subject?: Subject; lease?: true }
  /** What a quota counts of a resource; of its only one where none is named. */
  | ({ kind: 'quota'; subject: Subject; of: 'used' | 'hard'; resource?: string } & Compared)
  /** Where the rules of a node send what comes for a Service. */
  | { kind: 'listed rules'; endpoints: RuleEndpoints; subject?: Subject }
  /** Whether packets get an answer, as commands of the step have met it. */
  | { kind: 'traffic'; arrives: boolean; way?: Way }
  /** What somebody may do with a resource, as the server decides. */
  | {
      kind: 'access'
      /** Without a name the only account that the document makes. */
      who: { user: string } | { account: string | undefined }
      verb: string
      resource: string
      namespace?: string
      negated: boolean
    }
  /** What a role allows to do with a resource. */
  | { kind: 'grant'; subject: Subject; verb?: string; resource?: string; negated: boolean }
  /** How many resources a group version has. */
  | ({ kind: 'resources'; version: string } & Compared)
  /** Whether a kind or a resource is served, in any version or in one. */
  | { kind: 'known'; name: string; version?: string; negated: boolean }
  /** Which rules kube-proxy programs. */
  | { kind: 'proxy mode'; mode: RuleTool; negated: boolean }
  /** Whether a group version is served: `policy/v1`; with a release, whether that one serves it by default. */
  | { kind: 'served'; version: string; negated: boolean; release?: string }
  /** What the logs of pods say, or those of one of their containers. */
  | { kind: 'log'; subject: Subject; container?: string; says: string; negated: boolean }
  /** How an object is encoded in etcd. */
  | { kind: 'stored'; name: string; as: StoredEncoding; negated: boolean }
  /** What nobody can look at: the encoding of what is not named, why something is so of all such objects. */
  | { kind: 'unseen'; what: 'stored bytes' | 'reason' }
  /** Whether pods that come in place of deleted ones do so before those have ended, or after. */
  | { kind: 'replacement'; created: 'before' | 'after' }
  /** Whether the indexes of Jobs that have failed have pods again. */
  | { kind: 'failed indexes'; recreated: boolean }

/** How bytes in etcd can be encoded. */
export type StoredEncoding = 'JSON' | 'CBOR' | 'protobuf'

/** A metric's presence, or its value. */
export type MetricTest =
  | { is: 'there'; negated: boolean }
  | { is: 'label'; label: string; value: string; negated: boolean }
  | ({ is: 'value' } & Compared)

/** What must be so of a command's stdout. */
export type OutputTest =
  /** How many rows a table has, of objects of a kind where that is said; `state` is in its STATUS column. */
  | ({ is: 'rows'; kind?: string; state?: string } & Compared)
  | { is: 'contains'; value: string }
  | { is: 'lacks'; value: string }
  | { is: 'empty' }
  | { is: 'not-empty' }
  /** That a command of the step warned, or none did; `sort` is that of the warning where it is none of deprecation. */
  | { is: 'warns'; no: boolean; saying: WarningPart[]; sort?: string }

/** What a warning has: a word in any form, code as it stands there, or `text` where the sentence says that this is how it reads. */
export interface WarningPart {
  text: string
  as: 'word' | 'code' | 'text'
}

/** What it says of before beside what holds now. */
export interface Timed {
  time?: 'still' | 'no longer' | undefined
  /** Why it is not known to be false where it is not so: what it is said under, or since when, may be something else. */
  unsure?: string
}

/** What a sentence says is so, with the sentence, its line and the time that it speaks of. */
export type Claim = Written & ClaimBody & Timed
