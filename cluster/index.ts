// The library's face: `import { startCluster } from 'kepsim'`.

export type { KubeObject } from '../apimachinery/json.ts'
export type { Status } from '../apimachinery/status-error.ts'
export {
  ApiError,
  type Exchange,
  RestClient,
  type RestRequest,
  type WatchLine,
} from '../client/rest-client.ts'
export { type Clock, FakeClock } from '../component-base/clock.ts'
export { UnknownReleaseError } from '../component-base/release.ts'
export type { ProxyRules } from '../kube-proxy-sim/rules/render-rules.ts'
export { loadPlan } from '../plans/load-plan.ts'
export { PlanError } from '../plans/plan-error.ts'
export type { AuthenticatedUser } from './authenticated-user.ts'
export { type Cluster, startCluster } from './cluster.ts'
export { ClusterClient, hasCondition } from './cluster-client.ts'
export { ClusterUsageError, ComponentFailedError } from './cluster-errors.ts'
export type {
  ClusterComponent,
  ClusterOptions,
  ClusterReleases,
  ComponentState,
  EtcdOptions,
  FeatureGates,
  LoggingComponent,
  NetworkingOptions,
  NodeOptions,
} from './cluster-options.ts'
export { ClusterSnapshot } from './cluster-snapshot.ts'
export type { DnsAnswer, DnsRecord, DnsType } from './network/dns.ts'
export type { HttpAnswer } from './network/http-answer.ts'
export type { SendRequest, SendResult } from './network/send.ts'
export type { Sender } from './network/sender.ts'
export { type WaitOptions, WaitTimeoutError } from './wait.ts'
