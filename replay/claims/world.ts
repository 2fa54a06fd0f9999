// What claims are checked against.
import type { KubeObject } from '../../apimachinery/json.ts'
import type { GateState } from '../../featuregates/gate-life.ts'
import type { RuleTool } from './claim.ts'

/** A command of the section and what it printed. */
export interface SeenCommand {
  step: number
  text: string
  line: number
  stdout: string
  stderr: string
  exitCode: number
  /** Programs of the line that failed, whether or not its exit code tells. */
  failures?: readonly { readonly program: string; readonly exitCode: number; readonly stderr: string }[]
}

/** An object in etcd; `key` as `/registry/jobs/default/a`, `resource` as `jobs.batch`. */
export interface StoredObject {
  key: string
  resource: string
  bytes: Buffer
}

/** A resource that a server lists. */
export interface ServedResource {
  /** `deployments`. */
  name: string
  kind: string
  /** `apps/v1`. */
  version: string
}

/** What somebody wants to do. */
export interface Asked {
  user: string
  verb: string
  resource: string
  namespace: string
}

/** What the tools of a node show of its rules. */
export type NodeRules = Readonly<Record<RuleTool | 'node', string>>

/** A step that changed something. */
export interface LastChange {
  /** The objects at its beginning. */
  before: ClaimWorld['before']
  /** By how many commands. */
  acts: number
}

/** The commands of the section and the objects of the cluster that claims are checked against. */
export interface ClaimWorld {
  /** All of the section so far, the oldest first. */
  commands: readonly SeenCommand[]
  /** Of the claim. */
  step: number
  /** As the API server has them now, of all namespaces; `pods`, `jobs.batch`. None where it is not served. */
  objects(resource: string): Promise<readonly KubeObject[]>
  /** As they were at the end of the step before. */
  before(resource: string): Promise<readonly KubeObject[]>
  /** As they were at the beginning of each step before that replaced some, of whatever resource, the last step first. */
  beforeReplacements?: readonly ClaimWorld['before'][]
  /** The last step before that changed something; undefined where the claim's own did, or none. */
  lastChange?(): LastChange | undefined
  /** An object as it was at the end of the first step that had it. */
  asMade?(uid: string): KubeObject | undefined
  /** Objects of all kinds that there ever were at the end of a step, as they were then first. */
  everMade?(): Iterable<KubeObject>
  /** Uids of the objects that there were before the last command that deletes something; undefined before there was one. */
  beforeDeletion?(resource: string): ReadonlySet<string> | undefined
  /** What the document's own commands have created: what "the Service" means. */
  documented: readonly { resource: string; name: string; namespace: string; numbers?: readonly string[] }[]
  /** Those that are set in a component that runs. */
  gates(component: string): Record<string, boolean> | undefined
  /** The one that "the feature gate" can only mean; undefined where there are several, or none. */
  gateMeant?(): string | undefined
  release(component: string): string | undefined
  /** What kube-proxy programmed, by node, once it had the time to; none where no kube-proxy runs. */
  rules?(): Promise<readonly NodeRules[]>
  /** The group versions that are served, as `policy/v1`; undefined where no server answers. */
  served?(): Promise<readonly string[] | undefined>
  /** The group versions that a release serves by default; undefined of one that is not known. */
  servedIn?(release: string): readonly string[] | undefined
  /** The resources that are served, by name, kind and group version; undefined where no server answers. */
  resources?(): Promise<readonly ServedResource[] | undefined>
  /** Whether somebody may do something; undefined where no server answers. */
  may?(asked: Asked): Promise<boolean | undefined>
  /** The log of a pod's container, or of all of them; undefined where there is none. */
  log?(pod: KubeObject, container?: string): Promise<string | undefined>
  /** What looks at the same claim noted, while it is looked at again. */
  seenBefore?: Set<string>
  /** A gate that is not set: its default in a release, or what it was when it went; `saw` says which. Undefined where neither is known. */
  unsetGate?(gate: string, release: string): { value: boolean; saw: string } | undefined
  /** How a gate stands in a release; undefined where the release does not have it. `saw` says it in words. */
  gateIn?(gate: string, release: string): { state: GateState | undefined; saw: string }
  /** The objects of a name in etcd, of all resources; undefined where no store can be looked at. */
  stored?(name: string): Promise<readonly StoredObject[] | undefined>
  /** Whether objects of a resource may have a field of this name, where schemas are at hand. */
  hasField?(resource: string, name: string): boolean | undefined
}

/** The verdict on a claim. */
export type ClaimResult =
  /** `saw` is what there is, in a few words. */
  | {
      verdict: 'holds' | 'fails'
      saw: string
      /** It fails as there is no object of this kind that it could speak of. */
      absent?: string
    }
  | {
      verdict: 'unknown'
      why: string
      /** It needs what is not simulated. */
      notSimulated?: true
      /** And what comes after it does not depend on it. */
      leavesNothing?: true
    }

/** The verdict for a claim that could be decided. */
export const holds = (yes: boolean, saw: string): ClaimResult => ({ verdict: yes ? 'holds' : 'fails', saw })
/** Of a claim about objects of which there are none. */
export const noSuch = (kind: string): ClaimResult => ({
  verdict: 'fails',
  saw: `there is no such ${kind}`,
  absent: kind,
})
/** The verdict for a claim that cannot be decided, with the reason. */
export const unknown = (why: string): ClaimResult => ({ verdict: 'unknown', why })
