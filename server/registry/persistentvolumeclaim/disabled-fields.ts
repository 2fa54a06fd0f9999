// Upstream: pkg/api/persistentvolumeclaim/util.go

import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  TypedLocalObjectReference,
} from '../../../api/core-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { type FeatureGateReader, gateEnabled } from '../../../featuregates/reader.ts'

type Spec = PersistentVolumeClaimSpec

/** Drops the fields of gates that are off, in place, unless the old claim has them. */
export function dropDisabledFields(gates: FeatureGateReader, spec: Spec, old?: Spec): void {
  if (!gateEnabled(gates, 'VolumeAttributesClass') && old?.volumeAttributesClassName == null)
    delete spec.volumeAttributesClassName
  if (old?.dataSourceRef != null) return
  const crosses = Boolean(spec.dataSourceRef?.namespace)
  if (
    !gateEnabled(gates, 'AnyVolumeDataSource') ||
    (crosses && !gateEnabled(gates, 'CrossNamespaceVolumeDataSource'))
  )
    delete spec.dataSourceRef
}

const isClaimOrSnapshot = ({ kind, apiGroup }: TypedLocalObjectReference): boolean =>
  (kind === 'PersistentVolumeClaim' && !apiGroup) ||
  (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')

/** Old clients' data sources of other kinds are ignored, as they were before there was dataSourceRef; in place. */
export function dropOtherDataSources(spec: Spec, old?: Spec): void {
  if (old?.dataSource != null || old?.dataSourceRef != null || spec.dataSourceRef != null) return
  if (spec.dataSource != null && !isClaimOrSnapshot(spec.dataSource)) delete spec.dataSource
}

const withoutNamespace = ({
  apiGroup,
  kind,
  name,
}: TypedLocalObjectReference): TypedLocalObjectReference => ({
  ...(apiGroup === undefined ? {} : { apiGroup }),
  ...(kind === undefined ? {} : { kind }),
  ...(name === undefined ? {} : { name }),
})

/** dataSource and dataSourceRef say the same, where one of them says something; in place. */
export function normalizeDataSources(gates: FeatureGateReader, spec: Spec): void {
  if (!gateEnabled(gates, 'AnyVolumeDataSource')) return
  const { dataSource, dataSourceRef } = spec
  if (dataSource != null && dataSourceRef == null) spec.dataSourceRef = withoutNamespace(dataSource)
  else if (dataSourceRef != null && dataSource == null && !dataSourceRef.namespace)
    spec.dataSource = withoutNamespace(dataSourceRef)
}

/** Drops the fields of a status whose gates are off, in place, unless the old one has them. */
export function dropDisabledStatusFields(
  gates: FeatureGateReader,
  status: PersistentVolumeClaimStatus,
  old: PersistentVolumeClaimStatus,
): void {
  const drop = (gate: string, ...names: (keyof PersistentVolumeClaimStatus)[]): void => {
    if (gateEnabled(gates, gate)) return
    for (const name of names) if (old[name] == null) dropField(status, name)
  }
  drop('VolumeAttributesClass', 'currentVolumeAttributesClassName', 'modifyVolumeStatus')
  drop('RecoverVolumeExpansionFailure', 'allocatedResources', 'allocatedResourceStatuses', 'resizeStatus')
}
