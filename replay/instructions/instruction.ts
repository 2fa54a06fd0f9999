// What a document's prose has its reader do, as far as it is understood.
import type { ChangedComponent, NodeChoice } from '../machine/cluster-change.ts'

/** A sentence (or a heading) of the document, on one line, as written. */
export interface Sentence {
  text: string
  line: number
}

/** Of gates: `gate` undefined is the one that the document is about ("the feature"). */
export interface WantedGate {
  kind: 'gate'
  gate: string | undefined
  /** Undefined: no longer set. */
  value: boolean | undefined
  /** The value that it is said to have, where it is to be removed. */
  was?: boolean | undefined
}

/** What a component is to have, in the document's words; {@link carryOut} says what that is on the machine. */
export type WantedEdit =
  | WantedGate
  | { kind: 'flag'; flag: string; value: string | undefined }
  | { kind: 'flag-removed'; flag: string; value: string | undefined }
  /** Of a component's configuration file. */
  | { kind: 'field'; field: string; value: unknown }
  /** `1.30`, `1.30.1`; or the one before, or after, what runs. */
  | { kind: 'release'; release: string | undefined; direction?: 'newer' | 'older' }
  /** Of configuration files: the fields that the block after the sentence shows. */
  | { kind: 'fields-below' }
  | { kind: 'field-removed'; field: string }
  /** The beta API of the kinds that the document uses (`--runtime-config`). */
  | { kind: 'beta-api'; on: boolean }

interface Said {
  text: string
  line: number
}

/** An instruction to change gates, flags, fields or releases of components. */
export interface ChangeInstruction extends Said {
  kind: 'change'
  edits: WantedEdit[]
  /** None: all. */
  components: ChangedComponent[]
  nodes: NodeChoice
  /** The components never ran with anything else: they keep nothing of before. */
  fromStart?: true
  /** In the way that a sentence before it tells, where there is one. */
  asTold?: true
  /** Where the release runs already, that is what is meant. */
  unlessDone?: true
}

/** An instruction to start a cluster or components. */
export interface StartInstruction extends Said {
  kind: 'start'
  tool: 'kind' | 'kubeadm' | undefined
  /** In place of a cluster that runs: "a new cluster". */
  fresh: boolean
  /** Components, where it is not a whole cluster that is started. */
  components: ChangedComponent[]
  edits: WantedEdit[]
  /** How many nodes it is to have for workloads; undefined where it does not say. */
  count: number | undefined
  /** More nodes than `count` will do. */
  atLeast?: true
  /** Whether a configuration that the document shows is to be used, and where it stands. */
  config: 'below' | 'above' | undefined
}

/** An instruction to restart or stop components. */
export interface RestartInstruction extends Said {
  kind: 'restart' | 'stop'
  components: ChangedComponent[]
  nodes: NodeChoice
}

/** An instruction to do steps or commands once more. */
export interface RepeatInstruction extends Said {
  kind: 'repeat'
  /** Numbers of steps as the document has them; a verb of the command ("the deletion"); or what came last. */
  what: { steps: [from: number, to: number] } | { verb: ActVerb } | 'last command' | 'last step'
  /** What is otherwise this time: "but disable `X`". */
  but: WantedEdit[]
}

/** A field of an object that is to have a value; null: to have none. */
export interface FieldSetting {
  /** `ipMode`, `spec.type`. */
  field: string
  value: unknown
  /** Whose, as written; undefined where it does not say. */
  of: string | undefined
}

/** The deeds that can be done to objects. */
export type ActVerb = 'create' | 'delete' | 'recreate' | 'scale' | 'change' | 'restart'

/** An instruction to do something to objects. */
export interface ActInstruction extends Said {
  kind: 'act'
  verb: ActVerb
  /** `pod`; undefined: "it", "them" or only a name. */
  object: string | undefined
  names: string[]
  /** "another pod", "a second one". */
  another: boolean
  /** "all pods", "the pods": each of that kind. */
  all: boolean
  /** "the pod created in step 4". */
  step: number | undefined
  replicas: number | undefined
  /** "The same Pods and Services": of those kinds, as they were made before. */
  same: string[]
  setting: FieldSetting | undefined
  /** That containers are to have. */
  image: string | undefined
  /** The part of the sentence that says it. */
  part: string
}

/** Commands inside a sentence: "Restart it: `systemctl restart kubelet`." */
export interface RunInstruction extends Said {
  kind: 'run'
  commands: string[]
  /** What the sentence says of the cluster that they start. */
  starts?: StartInstruction
}

/** An instruction to wait. */
export interface WaitInstruction extends Said {
  kind: 'wait'
  /** Undefined: until what the sentence says. */
  seconds: number | undefined
  /** What is to be: pods that run or are ready. */
  pods: boolean
}

/** An instruction about nodes. */
export interface NodeInstruction extends Said {
  kind: 'node'
  /** `name`: the author calls them so, and says which labels they have. */
  does: 'taint' | 'untaint' | 'label' | 'cordon' | 'uncordon' | 'name'
  /** Taints, labels; keys of labels. */
  values: string[]
  /** Their names, where it has any. */
  nodes: string[]
  all: boolean
}

/** What a sentence tells its reader to do. */
export type Instruction =
  | ChangeInstruction
  | StartInstruction
  | RestartInstruction
  | RepeatInstruction
  | ActInstruction
  | RunInstruction
  | WaitInstruction
  | NodeInstruction
