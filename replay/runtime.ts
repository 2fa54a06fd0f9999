// What the simulated machine needs of the components: started in this process, bound to the simulators in cli/.

import type {
  ApiserverStart,
  ComponentStart,
  ControllersStart,
  NodeStart,
  RunningComponent,
  RunningProxy,
  RunningServer,
  Started,
} from '../cluster/component-start.ts'
import type { Connect } from '../component-base/in-process-connection.ts'
import type { ClientTls } from '../component-base/mutual-trust.ts'
import type { ReleasePlan } from '../component-base/plan-extension.ts'
import type { StartWhy } from '../component-base/start-refusal.ts'
import type { AskedRequest } from '../kubelet-sim/http/kubelet-access.ts'
import type { LogLine, NodeAnswer } from '../server/endpoints/special/node-backend.ts'
import type { Storage, StoredRecord } from '../server/storage/interface.ts'

/** The components of which a {@link ComponentRuntime} may adjust the start. */
export type Adjusted = 'kube-apiserver' | 'kube-controller-manager' | 'kubelet' | 'kube-proxy'

/** Starts components. Nothing but `dataDir` is written to the host. */
export interface ComponentRuntime {
  /** Opens the connections of commands to servers, in place of sockets. */
  connect?: Connect
  /** Whether servers behind one address get commands in turn. Default: there is one server */
  inTurn?: boolean
  /** What is really started for a start that the machine asks for; without it, just that. */
  adjust?<T extends ComponentStart>(component: Adjusted, start: T): T
  /** Resolves when the clusters rest, where it is known whether they do. */
  rest?(): Promise<void>
  /** Resolves when /readyz answers. */
  startApiserver(start: ApiserverStart): Promise<Started<RunningServer>>
  /** kube-controller-manager and kube-scheduler. */
  startControllers(start: ControllersStart): Promise<Started<RunningComponent>>
  /** Resolves when the node's status has been reported once. */
  startKubelet(start: NodeStart): Promise<Started<RunningComponent>>
  startKubeProxy(start: NodeStart): Promise<Started<RunningProxy>>
  /** Opens the store in a directory that no server has open. @param writtenBy as {@link StoredRecord.writtenBy} */
  openStore?(dataDir: string, writtenBy: string): Promise<Storage>
  /** Makes the store of a directory anew, of these records. */
  restoreStore?(dataDir: string, state: { revision: number; records: StoredRecord[] }): Promise<void>
  /** What a component answers on its own port. @param node '' for the control plane. @param path without query */
  answer?(component: string, node: string, path: string): Promise<NodeAnswer | undefined>
  /** What the kubelet of a node answers at its own port to who asks. Undefined where it is not here. */
  askKubelet?(
    node: string,
    asked: Omit<AskedRequest, 'certificate'>,
    shown: Pick<ClientTls, 'cert' | 'key'>,
  ): Promise<NodeAnswer | undefined>
  /** What a component has logged in all its runs. @param node '' for the control plane */
  journal?(component: string, node: string): readonly LogLine[]
  /** kube-proxy runs that end by themselves (`--write-config-to`): what it wrote and printed. */
  runKubeProxy(
    start: ComponentStart,
  ): Promise<{ exitCode: number; stderr: string; files: Record<string, string> } & Partial<StartWhy>>
}

/** How a gate is in a release, simulated or not. */
export interface GateStanding {
  /** Undefined where the release does not have the gate. */
  state: { default: boolean } | undefined
  /** As "in 1.29 X is Beta, true by default". */
  text: string
}

/** What the replay asks about gates to explain a difference. `release` is `1.34` or `1.31.0`. */
export interface GateFacts {
  /** Undefined where the release does not have the gate. */
  at(gate: string, release: string): { default: boolean; stage: string; locked: boolean } | undefined
  /** In words: since which release the default holds, and what it was before. */
  history(gate: string, release: string): string
  /** Of a gate that a release does not have any more: how it stood last. Undefined where it never was, as far as is known. */
  last?(gate: string, release: string): { default: boolean; stage: string; locked: boolean } | undefined
  /** How a gate stands in a release, also in one that cannot be simulated, in words; undefined where that is not known. */
  standing?(gate: string, release: string): GateStanding | undefined
  /** The newest release there is, of the plan where there is one: what `master` stands for. */
  newest: string
  /** Lends its releases, gates and fields. */
  plan?: ReleasePlan
  /** Whether a release (or patch release) can be simulated. */
  known(release: string): boolean
  /** Whether objects of a resource have a field of a name, in any release (`''`: of any); undefined where it is of no type that is known. */
  hasField?(resource: string, name: string): boolean | undefined
  /** Whether objects of a resource are in no namespace; false for those of a CustomResourceDefinition. */
  ofCluster?(resource: string): boolean
  /** The group versions that a release serves by default, as `policy/v1`; undefined of one that is not known. */
  served?(release: string): readonly string[] | undefined
  /** Names of the metrics that the components of a release have. */
  metrics?(release: string): readonly string[]
  /** Where objects of a kind have a field (`*`: each element of a list), the shortest path first; none where it is not known. */
  fieldPaths?(kind: string, name: string): readonly (readonly string[])[]
}

/** Whether some release has a gate of that name. */
export const isGate = (facts: GateFacts, name: string): boolean =>
  (facts.at(name, facts.newest) ?? facts.last?.(name, facts.newest)) !== undefined
