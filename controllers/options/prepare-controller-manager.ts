// Upstream: cmd/kube-controller-manager/app/{controllermanager.go,options/options.go}, component-base/cli/run.go

import { hasFlagDefinitions } from '../../component-base/flags/flag-definitions.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { type GateState, gateStates } from '../../component-base/metrics/component-metrics.ts'
import { type PlanExtension, planExtension } from '../../component-base/plan-extension.ts'
import type { FeatureGate } from '../../featuregates/feature-gate.ts'
import {
  ControllerManagerStartError,
  fail,
  type ReadControlPlane,
  type ReadOptions,
  readControlPlane,
} from './control-plane-flags.ts'
import { controllerManagerErrors, lockErrors } from './controller-manager-errors.ts'
import type { AccessOptions } from './delegated-access.ts'
import {
  defaultLeaderElection,
  type ElectionVersions,
  electionVersions,
  type LeaderElectionOptions,
  withLeaderElectionFlags,
} from './leader-election-options.ts'
import { type NodeNetworks, NodeNetworksError, noNetworks, readNodeNetworks } from './node-networks.ts'

/** The gates, versions and flags that a command line of kube-controller-manager results in. */
export interface PreparedControllerManager {
  gates: FeatureGate
  /** The changes of the release's plan, with these gates and flags. */
  extension: PlanExtension
  /** The states of all gates as they are now. */
  allGates: () => GateState[]
  /** The minor version of the release. */
  minor: number
  /** The value of --v. */
  verbosity: number
  /** Whether --controllers lets the controller of these names run. */
  runs: (...names: string[]) => boolean
  /** Of --cluster-cidr, where --allocate-node-cidrs is set and its controller runs. Throws ControllerManagerStartError, later than the rest. */
  nodeNetworks: () => NodeNetworks
  /** --terminated-pod-gc-threshold. */
  terminatedPodThreshold: number
  /** --legacy-service-account-token-clean-up-period, in milliseconds. */
  legacyTokenPeriod: number
  /** --enable-hostpath-provisioner. */
  hostPathProvisioning: boolean
  leaderElection: LeaderElectionOptions
  versions: ElectionVersions
}

/** There are no files where a cluster is simulated in one process. */
const noFile = (path: string): never => {
  throw Object.assign(new Error(path), { code: 'ENOENT' })
}

/** Reads a command line of one that has no files. Throws FlagError (printed as `Error: …`) or ControllerManagerStartError. */
export function prepareControllerManager(
  args: readonly string[],
  options: ReadOptions,
): PreparedControllerManager {
  return completeControllerManager(readControlPlane('kube-controller-manager', args, options), {
    ...options,
    readFile: noFile,
  })
}

/** The options that were read, where they agree. Throws ControllerManagerStartError. */
export function completeControllerManager(
  { globals, parsed, verbosity, versionErrors }: ReadControlPlane,
  { release, logger, readFile }: ReadOptions & Pick<AccessOptions, 'readFile'>,
): PreparedControllerManager {
  const { gates } = globals
  const { values } = parsed
  // Of a release whose flags are not recorded, there is little to find wrong.
  const errors = hasFlagDefinitions(release.facts, 'kube-controller-manager')
    ? controllerManagerErrors
    : lockErrors
  const context = { gates, minor: release.minor, logger, readFile }
  fail('kube-controller-manager', release, globals, [...versionErrors, ...errors(values, context)])
  const runs = runsOf(values.strings('controllers'))
  const extension = planExtension(release, 'kube-controller-manager', gates, values)
  for (const line of extension.startLogs({})) logger.log(line.severity, line.message)
  return {
    gates,
    extension,
    allGates: () => gateStates(gates),
    minor: release.minor,
    verbosity,
    runs,
    nodeNetworks: () => nodeNetworks(values, runs),
    terminatedPodThreshold: values.number('terminated-pod-gc-threshold', 12_500),
    legacyTokenPeriod: values.duration('legacy-service-account-token-clean-up-period', year),
    hostPathProvisioning: values.bool('enable-hostpath-provisioner'),
    leaderElection: withLeaderElectionFlags(defaultLeaderElection('kube-controller-manager'), parsed),
    versions: electionVersions(globals),
  }
}

const year = 365 * 24 * 3_600_000

/** Controllers that `*` does not mean. Upstream: ControllersDisabledByDefault */
const disabledByDefault = new Set(['bootstrap-signer-controller', 'token-cleaner-controller'])

/** In the order of upstream: a controller that is named, or all that are not ruled out. */
const runsOf =
  (controllers: readonly string[]) =>
  (...names: string[]): boolean =>
    names.some((name) => controllers.includes(name)) ||
    (controllers.includes('*') &&
      !names.some((name) => controllers.includes(`-${name}`) || disabledByDefault.has(name)))

/** Throws ControllerManagerStartError, as the program ends whose controller does not start. */
function nodeNetworks(values: FlagValues, runs: PreparedControllerManager['runs']): NodeNetworks {
  if (!runs('node-ipam-controller', 'nodeipam')) return noNetworks
  try {
    return readNodeNetworks(values)
  } catch (error) {
    if (error instanceof NodeNetworksError) throw new ControllerManagerStartError(error.message)
    throw error
  }
}
