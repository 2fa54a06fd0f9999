// Upstream: pkg/registry/flowcontrol/{flowschema,prioritylevelconfiguration}/strategy.go, pkg/apis/flowcontrol/v1/defaults.go

import type {
  FlowSchema,
  FlowSchemaSpec,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from '../../../api/flowcontrol-v1.ts'
import { apimachineryDialect } from '../../../apimachinery/dialect.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validateFlowSchemaSpec } from './flow-schema.ts'
import { sharesField, validatePriorityLevelSpec } from './priority-level.ts'

/** The shares that a level has without a word. */
const defaultShares = 30

function setLimitedDefaults(limited: LimitedPriorityLevelConfiguration, minor: number): void {
  const { callsSharesNominal, keepsZeroShares } = apimachineryDialect(minor)
  const named = limited as Record<string, unknown>
  const shares = sharesField(minor)
  if (named[shares] == null || (named[shares] === 0 && !keepsZeroShares)) named[shares] = defaultShares
  if (callsSharesNominal) limited.lendablePercent ??= 0
}

function setPriorityLevelDefaults(object: KubeObject, { release }: ServerContext): void {
  const spec = subObject<PriorityLevelConfigurationSpec>(object, 'spec')
  if (spec.exempt) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec.limited == null) return
  setLimitedDefaults(spec.limited, release.minor)
  const queuing = spec.limited.limitResponse?.queuing
  if (queuing == null) return
  queuing.handSize ||= 8
  queuing.queues ||= 64
  queuing.queueLengthLimit ||= 50
}

/** Conditions of both kinds: each type once. */
function validateConditions(object: KubeObject, minor: number): FieldError[] {
  const conditions = (object as unknown as FlowSchema).status?.conditions ?? []
  const path = FieldPath.of('status', 'conditions')
  const isRepeated = repeats()
  return eachFinding(conditions, ({ type = '' }, i) => {
    const at = path.index(i).child('type')
    return [
      ...(isRepeated(type) ? [field.duplicate(at, type)] : []),
      ...(type === ''
        ? [field.required(at, registryDialect(minor).explainsRequired ? 'must not be empty' : '')]
        : []),
    ]
  })
}

/** An annotation of v1beta3 that no object keeps. */
const preservesZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares'

const refusedAnnotation = ({ metadata }: KubeObject, minor: number): FieldError[] =>
  !apimachineryDialect(minor).keepsZeroShares || getOwn(metadata.annotations, preservesZero) === undefined
    ? []
    : [field.forbidden(FieldPath.of('metadata', 'annotations'), `annotation '${preservesZero}' is forbidden`)]

const rules =
  (own: Partial<Strategy>): RulesFor =>
  (traits) => {
    const strategy = revalidatedStrategy(traits, own)
    const status: Strategy = {
      ...defaultStatusStrategy(traits, strategy),
      validateUpdate: ({ server }, object) => validateConditions(object, server.release.minor),
      repeatsMetaValidation: false,
    }
    return { strategy, subresources: { status } }
  }

/** The strategy of FlowSchemas. */
export const flowSchemaRules = rules({
  setDefaults(object) {
    subObject<FlowSchemaSpec>(object, 'spec').matchingPrecedence ||= 1000
  },
  validate: ({ server }, object) => [
    ...validateFlowSchemaSpec(
      object.metadata.name ?? '',
      (object as unknown as FlowSchema).spec ?? {},
      server.release.minor,
    ),
    ...validateConditions(object, server.release.minor),
  ],
})

/** The strategy of PriorityLevelConfigurations. */
export const priorityLevelConfigurationRules = rules({
  setDefaults: setPriorityLevelDefaults,
  validate: ({ server }, object) => [
    ...refusedAnnotation(object, server.release.minor),
    ...validatePriorityLevelSpec(
      object.metadata.name ?? '',
      (object as unknown as PriorityLevelConfiguration).spec ?? {},
      server.release.minor,
    ),
    ...validateConditions(object, server.release.minor),
  ],
})
