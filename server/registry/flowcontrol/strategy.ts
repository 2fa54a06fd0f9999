// Upstream: pkg/registry/flowcontrol/{flowschema,prioritylevelconfiguration}/strategy.go, pkg/apis/flowcontrol/v1/defaults.go

import type {
  FlowSchema,
  FlowSchemaSpec,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from '../../../api/flowcontrol-v1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { revalidatedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { validateFlowSchemaSpec } from './flow-schema.ts'
import { validatePriorityLevelSpec } from './priority-level.ts'

/** Versions until v1beta2 have another name for the shares. */
const sharesOf = (version: string): 'assuredConcurrencyShares' | 'nominalConcurrencyShares' =>
  version === 'v1beta1' || version === 'v1beta2' ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares'

function setPriorityLevelDefaults(object: KubeObject, server: ServerContext): void {
  const spec = subObject<PriorityLevelConfigurationSpec>(object, 'spec')
  if (spec.exempt) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec.limited == null) return
  const shares = spec.limited as Partial<Record<ReturnType<typeof sharesOf>, number>>
  const name = sharesOf(parseApiVersion(object.apiVersion).version)
  const { keepsZeroShares, lendsShares } = registryDialect(server.release.minor)
  if (keepsZeroShares) shares[name] ??= 30
  else shares[name] ||= 30
  if (lendsShares) spec.limited.lendablePercent ??= 0
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

const refusedAnnotation = ({ metadata }: KubeObject): FieldError[] =>
  getOwn(metadata.annotations, preservesZero) === undefined
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
  validate: ({ server, version }, object) => [
    ...(registryDialect(server.release.minor).keepsZeroShares ? refusedAnnotation(object) : []),
    ...validatePriorityLevelSpec(
      object.metadata.name ?? '',
      (object as unknown as PriorityLevelConfiguration).spec ?? {},
      {
        minor: server.release.minor,
        sharesName: sharesOf(version),
        allowZeroShares: gateEnabled(server.gates, 'ZeroLimitedNominalConcurrencyShares'),
      },
    ),
    ...validateConditions(object, server.release.minor),
  ],
})
