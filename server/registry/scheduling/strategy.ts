// Upstream: pkg/registry/scheduling/{workload,podgroup}/strategy.go, pkg/apis/scheduling/validation/validation.go

import type { PodGroupSpec, PodGroupStatus, WorkloadSpec } from '../../../api/scheduling-v1alpha2.ts'
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type Operation, type Tag, validateDeclared } from '../../../apimachinery/validation/declarative.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { validateConditions } from '../core/meta-conditions.ts'
import { metaOnUpdate } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { type DropFields, dropping, extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { podGroupSpec, podGroupStatus, ruleGates, workloadSpec } from './group-rules.ts'
import { type OldWorkloadSpec, validateOldWorkload, validateOldWorkloadChange } from './old-workload.ts'

/** What a PodGroup has, and the template of one in a Workload. */
type Group = Omit<PodGroupSpec, 'podGroupTemplateRef'>

const gated: readonly (readonly [string, readonly (keyof Group)[]])[] = [
  ['TopologyAwareWorkloadScheduling', ['schedulingConstraints']],
  ['DRAWorkloadResourceClaims', ['resourceClaims']],
  ['WorkloadAwarePreemption', ['disruptionMode', 'priorityClassName', 'priority']],
]

const isUsed = (value: unknown): boolean =>
  value != null && value !== '' && !(Array.isArray(value) && value.length === 0)

function dropOff(group: Group, old: Group | undefined, { gates }: ServerContext): void {
  for (const [gate, names] of gated) {
    if (gateEnabled(gates, gate)) continue
    for (const name of names) if (!isUsed(old?.[name])) dropField(group, name)
  }
}

const workloadOf = (object: KubeObject | undefined): WorkloadSpec => (object?.['spec'] ?? {}) as WorkloadSpec
const groupOf = (object: KubeObject | undefined): PodGroupSpec => (object?.['spec'] ?? {}) as PodGroupSpec
const statusOf = (object: KubeObject): PodGroupStatus => (object['status'] ?? {}) as PodGroupStatus

const operation = ({ release, gates }: ServerContext, update: boolean): Operation => ({
  update,
  minor: release.minor,
  options: new Set(ruleGates.filter((gate) => gateEnabled(gates, gate))),
})
const specPath = FieldPath.of('spec')

const errorsOf = (
  type: Tag,
  object: KubeObject,
  old: KubeObject | undefined,
  server: ServerContext,
): FieldError[] => {
  const op = operation(server, old !== undefined)
  return validateDeclared(type, object['spec'] ?? {}, old && (old['spec'] ?? {}), specPath, op)
}

const dropFromTemplates: DropFields = (object, old, server) => {
  const before = workloadOf(old).podGroupTemplates
  for (const [i, template] of (workloadOf(object).podGroupTemplates ?? []).entries())
    dropOff(template, before?.[i], server)
}

function workloadErrors(
  object: KubeObject,
  old: KubeObject | undefined,
  server: ServerContext,
): FieldError[] {
  const { minor } = server.release
  if (registryDialect(minor).declaresWorkloads) return errorsOf(workloadSpec, object, old, server)
  const spec = workloadOf(object) as OldWorkloadSpec
  return [
    ...validateOldWorkload(spec, minor),
    ...(old === undefined ? [] : validateOldWorkloadChange(spec, workloadOf(old) as OldWorkloadSpec, minor)),
  ]
}

/** The strategy of Workloads. */
export const workloadRules: RulesFor = (traits) => ({
  strategy: dropping(
    extendedStrategy(traits, {
      validate: ({ server }, object) => workloadErrors(object, undefined, server),
      validateUpdate: ({ server }, object, old) => workloadErrors(object, old, server),
    }),
    dropFromTemplates,
  ),
})

/** The strategy of PodGroups and of their status. */
export const podGroupRules: RulesFor = (traits) => {
  const strategy = dropping(
    extendedStrategy(traits, {
      // Upstream's store of the groups themselves has no reset fields.
      resetFields: [],
      validate: ({ server }, object) => errorsOf(podGroupSpec, object, undefined, server),
      validateUpdate: ({ server }, object, old) => errorsOf(podGroupSpec, object, old, server),
    }),
    (object, old, server) => dropOff(groupOf(object), old && groupOf(old), server),
  )
  const common = defaultStatusStrategy(traits, strategy)
  const status: Strategy = {
    ...common,
    prepareForUpdate(ctx, object, old) {
      common.prepareForUpdate?.(ctx, object, old)
      const keepsClaims =
        gateEnabled(ctx.server.gates, 'DRAWorkloadResourceClaims') || isUsed(groupOf(old).resourceClaims)
      if (!keepsClaims) delete statusOf(object).resourceClaimStatuses
    },
    validateUpdate: ({ server }, object, old) => [
      ...metaOnUpdate(object),
      ...statusErrors(object, server.release.minor),
      ...validateDeclared(
        podGroupStatus,
        statusOf(object),
        statusOf(old),
        FieldPath.of('status'),
        // No gate is given to the rules of a status.
        { ...operation(server, true), options: new Set() },
      ),
    ],
  }
  return { strategy, subresources: { status } }
}

function statusErrors(object: KubeObject, minor: number): FieldError[] {
  const at = FieldPath.of('status')
  const { conditions, resourceClaimStatuses } = statusOf(object)
  const claims = new Set((groupOf(object).resourceClaims ?? []).map(({ name = '' }) => name))
  return [
    ...validateConditions(conditions, at.child('conditions'), minor),
    ...(resourceClaimStatuses ?? []).flatMap(({ name = '' }, i) =>
      claims.has(name)
        ? []
        : [
            field.invalid(
              at.child('resourceClaimStatuses').index(i).child('name'),
              name,
              'must match the name of an entry in `spec.resourceClaims`',
            ),
          ],
    ),
  ]
}
