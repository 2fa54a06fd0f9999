// Upstream: pkg/registry/core/node/strategy.go

import { FieldPath } from '../../../apimachinery/field-error.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { validationDialect } from '../../../apimachinery/validation/dialect.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { getWarningsForCIDR } from '../../../apimachinery/validation/strict-ip.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { nodeSpec, nodeStatus, setNodeDefaults } from './defaults.ts'
import { nodeDialect } from './dialect.ts'
import { validateNode, validateNodeUpdate } from './validation.ts'

/** Dynamic kubelet configuration is gone: its fields stay only where a node has them. */
function dropDisabledFields(node: KubeObject, old: KubeObject | undefined, server: ServerContext): void {
  const { gates } = server
  const { minor } = server.release
  const status = nodeStatus(node)
  const before = old === undefined ? {} : nodeStatus(old)
  if (old === undefined) delete status.config
  if (old === undefined || (nodeSpec(old).configSource ?? null) === null) delete nodeSpec(node).configSource
  const userNamespaces =
    nodeDialect(minor).keepsHandlersOfUserNamespaces && gateEnabled(gates, 'UserNamespacesSupport')
  if (!gateEnabled(gates, 'RecursiveReadOnlyMounts') && !userNamespaces) delete status.runtimeHandlers
  if (!gateEnabled(gates, 'SupplementalGroupsPolicy') && (before.features ?? null) === null)
    delete status.features
  if (!gateEnabled(gates, 'NodeDeclaredFeatures') && (before.declaredFeatures ?? null) === null)
    dropField(status, 'declaredFeatures')
}

function nodeWarnings(node: KubeObject, minor: number): string[] {
  const spec = nodeSpec(node)
  const warnings: string[] = []
  if ((spec.configSource ?? null) !== null) warnings.push('spec.configSource: the feature is removed')
  if (spec.externalID && registryDialect(minor).warnsOfOddFields)
    warnings.push('spec.externalID: this field is deprecated, and is unused by Kubernetes')
  if (!validationDialect(minor).warnsOfOddIPs) return warnings
  const path = FieldPath.of('spec', 'podCIDRs')
  return [
    ...warnings,
    ...(spec.podCIDRs ?? []).flatMap((cidr, i) => getWarningsForCIDR(path.index(i), cidr, minor)),
  ]
}

const common: Pick<Strategy, 'validateName' | 'setDefaults'> = {
  validateName: nameIsDNSSubdomain,
  setDefaults: setNodeDefaults,
}

const strategy: Strategy = {
  ...common,
  resetFields: [['status']],
  prepareForCreate: (ctx, object) => dropDisabledFields(object, undefined, ctx.server),
  prepareForUpdate(ctx, object, old) {
    object['status'] = deepCopy(old['status'])
    dropDisabledFields(object, old, ctx.server)
  },
  validate: (ctx, object) => validateNode(object, ctx.server),
  validateUpdate: (ctx, object, old) => [
    ...metaAsNew(ctx, object, false),
    ...validateNode(object, ctx.server),
    ...validateNodeUpdate(object, old, ctx.server),
  ],
  warningsOnCreate: (ctx, object) => nodeWarnings(object, ctx.server.release.minor),
  warningsOnUpdate: (ctx, object) => nodeWarnings(object, ctx.server.release.minor),
  selectableFields: (object) => ({ 'spec.unschedulable': String(nodeSpec(object).unschedulable ?? false) }),
}

const statusStrategy: Strategy = {
  ...common,
  resetFields: [['spec']],
  prepareForUpdate(_ctx, object, old) {
    object['spec'] = old['spec']
    if ((nodeStatus(old).config ?? null) === null) delete nodeStatus(object).config
  },
  validateUpdate: (ctx, object, old) => validateNodeUpdate(object, old, ctx.server),
}

/** The strategy of Nodes and their status. */
export const nodeRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}
