// Upstream: metrics-server's pkg/api/install.go
import type { ResourceSet, ServedGroupVersion, ServedResource } from '../endpoints/discovery/resource-set.ts'
import { metricsGroup } from './types.ts'

/** The kinds of usage, by the plurals of their resources. */
export const metricsKinds = { nodes: 'NodeMetrics', pods: 'PodMetrics' } as const
/** Whose usage is told. */
export type Measured = keyof typeof metricsKinds

const resource = (name: Measured): ServedResource => ({
  name,
  singular: '',
  scope: name === 'pods' ? 'Namespaced' : 'Cluster',
  kind: metricsKinds[name],
  verbs: ['get', 'list'],
  storedAs: metricsGroup,
})

/** The one group version that metrics-server has. */
export const metricsVersion: ServedGroupVersion = {
  ...metricsGroup,
  resources: [resource('nodes'), resource('pods')],
}

/** What metrics-server serves. */
export const metricsResources: ResourceSet = {
  groups: [metricsGroup.group],
  groupVersions: [metricsVersion],
  warnings: [],
  versions: (group) => (group === metricsGroup.group ? [metricsGroup.version] : []),
  groupVersion: (group, version) =>
    group === metricsGroup.group && version === metricsGroup.version ? metricsVersion : undefined,
  resource: (group, version, name) =>
    metricsResources.groupVersion(group, version)?.resources.find((one) => one.name === name),
}
