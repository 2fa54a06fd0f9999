// The plugins of a profile that names none, and their arguments.
// Upstream: pkg/scheduler/apis/config/v1/{default_plugins,defaults}.go
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { controllerOptionsDialect } from './dialect.ts'

/** A plugin and its weight in a profile; 0: it has no weight. */
interface WeighedPlugin {
  name: string
  weight: number
}

const weights: Readonly<Record<string, number>> = {
  TaintToleration: 3,
  NodeAffinity: 2,
  NodeResourcesFit: 1,
  PodTopologySpread: 2,
  InterPodAffinity: 2,
  NodeResourcesBalancedAllocation: 1,
  ImageLocality: 1,
  PodGroupPodsCount: 1,
}

/** The plugins of all points, in upstream's order. */
export function defaultPlugins(gates: FeatureGateReader, minor: number): WeighedPlugin[] {
  const { schedulingGatesFirst, limitsByCloud, dynamicResourcesWeight } = controllerOptionsDialect(minor)
  const gated = (gate: string, ...names: string[]): string[] => (gateEnabled(gates, gate) ? names : [])
  const readiness = gated('PodSchedulingReadiness', 'SchedulingGates')
  const names = [
    ...(schedulingGatesFirst ? ['SchedulingGates'] : []),
    ...['PrioritySort', 'NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeAffinity', 'NodePorts'],
    ...['NodeResourcesFit', 'VolumeRestrictions'],
    ...(limitsByCloud ? ['EBSLimits', 'GCEPDLimits'] : []),
    'NodeVolumeLimits',
    ...(limitsByCloud ? ['AzureDiskLimits'] : []),
    ...['VolumeBinding', 'VolumeZone', 'PodTopologySpread', 'InterPodAffinity'],
    ...gated('DynamicResourceAllocation', 'DynamicResources'),
    ...['DefaultPreemption', 'NodeResourcesBalancedAllocation', 'ImageLocality', 'DefaultBinder'],
    ...(schedulingGatesFirst ? [] : readiness),
    ...gated('NodeDeclaredFeatures', 'NodeDeclaredFeatures'),
    ...gated('GangScheduling', 'GangScheduling'),
    ...gated('TopologyAwareWorkloadScheduling', 'TopologyPlacementGenerator', 'PodGroupPodsCount'),
  ]
  const weightOf = (name: string): number =>
    name === 'DynamicResources' ? dynamicResourcesWeight : (weights[name] ?? 0)
  return names.map((name) => ({ name, weight: weightOf(name) }))
}

const resources = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
]
const mostScore = 10
const shape = (empty: number, full: number): object[] => [
  { utilization: 0, score: empty },
  { utilization: 100, score: full },
]

/** The arguments of plugins by name, as far as a default sets them. */
export function defaultArguments(gates: FeatureGateReader): Readonly<Record<string, object>> {
  const on = (...names: string[]): boolean => names.every((name) => gateEnabled(gates, name))
  return {
    DefaultPreemption: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
    DynamicResources: {
      ...(on('DRASchedulerFilterTimeout') ? { filterTimeout: '10s' } : {}),
      ...(on('DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus') ? { bindingTimeout: '10m' } : {}),
    },
    InterPodAffinity: { hardPodAffinityWeight: 1 },
    NodeAffinity: {},
    NodeResourcesBalancedAllocation: { resources },
    NodeResourcesFit: { scoringStrategy: { type: 'LeastAllocated', resources } },
    PodTopologySpread: { defaultingType: 'System' },
    VolumeBinding: {
      bindTimeoutSeconds: 600,
      ...(on('StorageCapacityScoring') ? { shape: shape(mostScore, 0) } : {}),
      ...(on('VolumeCapacityPriority') ? { shape: shape(0, mostScore) } : {}),
    },
  }
}
