// Upstream: pkg/registry/resource/{resourceclass,resourceclaim,resourceclaimtemplate,podschedulingcontext}/strategy.go of releases before 1.31
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { toTime } from '../../../component-base/clock.ts'
import { metaAgain, metaOnUpdate } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import { extending, type RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { type ClaimStatus, validateClaimStatus } from './claim-status.ts'
import {
  type DeviceClaimSpec,
  type SliceSpec,
  setDeviceDefaults,
  setSliceDefaults,
  setTaintDefaults,
  type TaintRuleSpec,
} from './device-defaults.ts'
import {
  type ClaimSpec,
  type ClaimTemplateSpec,
  type PodSchedulingContext,
  type ResourceClass,
  validateClaimSpec,
  validateClass,
  validateScheduling,
  validateSchedulingStatus,
  validateTemplateSpec,
} from './validation.ts'

const path = FieldPath.of('spec')
const specOf = <T>(object: KubeObject): T => (object['spec'] ?? {}) as T
const statusOf = (object: KubeObject): ClaimStatus => (object['status'] ?? {}) as ClaimStatus
const nowOf = ({ clock }: ServerContext): string => toTime(clock.now())
/** Claims name a class; before they were rewritten for devices. */
const hasClasses = ({ release }: ServerContext): boolean => registryDialect(release.minor).claimsNameClasses

/** The strategy of ResourceClasses. */
export const resourceClassRules = extending({
  validate: ({ server }, object) => validateClass(object as unknown as ResourceClass, server.release.minor),
  validateUpdate: (ctx, object) => [
    ...metaAgain(ctx, object, false),
    ...validateClass(object as unknown as ResourceClass, ctx.server.release.minor),
  ],
})

function setClaimDefaults(spec: ClaimSpec): void {
  spec.allocationMode ||= 'WaitForFirstConsumer'
}

const claimStrategy: Partial<Strategy> = {
  setDefaults(object, server) {
    if (hasClasses(server)) setClaimDefaults(subObject<ClaimSpec>(object, 'spec'))
    else setDeviceDefaults(specOf(object))
  },
  validate: ({ server }, object) =>
    hasClasses(server) ? validateClaimSpec(specOf<ClaimSpec>(object), path) : [],
  validateUpdate(ctx, object, old) {
    if (!hasClasses(ctx.server)) return []
    const print = { type: 'resource.ResourceClaimSpec', minor: ctx.server.release.minor }
    return [
      ...validateImmutableField(object['spec'], old['spec'], path, print),
      ...metaAgain(ctx, object),
      ...validateClaimSpec(specOf<ClaimSpec>(object), path),
    ]
  },
}

/** The strategy of ResourceClaims and their status. */
export const resourceClaimRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, claimStrategy)
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object, old) =>
      hasClasses(server)
        ? [
            ...metaOnUpdate(object),
            ...validateClaimStatus(
              statusOf(object),
              statusOf(old),
              object.metadata.deletionTimestamp !== undefined,
              server.release.minor,
            ),
          ]
        : [],
  }
  return { strategy, subresources: { status } }
}

/** The strategy of ResourceClaimTemplates. */
export const resourceClaimTemplateRules = extending({
  setDefaults(object, server) {
    const spec = subObject<ClaimTemplateSpec>(object, 'spec')
    spec.spec ??= {}
    if (hasClasses(server)) setClaimDefaults(spec.spec)
    else setDeviceDefaults(spec.spec as DeviceClaimSpec)
  },
  validate: ({ server }, object) =>
    hasClasses(server) ? validateTemplateSpec(specOf<ClaimTemplateSpec>(object), server.release.minor) : [],
  validateUpdate(ctx, object, old) {
    if (!hasClasses(ctx.server)) return []
    const { minor } = ctx.server.release
    const print = { type: 'resource.ResourceClaimTemplateSpec', minor }
    return [
      ...validateImmutableField(object['spec'], old['spec'], path, print),
      ...metaAgain(ctx, object),
      ...validateTemplateSpec(specOf<ClaimTemplateSpec>(object), minor),
    ]
  },
})

const asContext = (object: KubeObject): PodSchedulingContext => object as unknown as PodSchedulingContext

/** The strategy of PodSchedulingContexts, which 1.26 calls PodSchedulings, and their status. */
export const podSchedulingRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    validate: ({ server }, object) => validateScheduling(asContext(object), server.release.minor),
    validateUpdate: (ctx, object) => [
      ...metaAgain(ctx, object),
      ...validateScheduling(asContext(object), ctx.server.release.minor),
    ],
  })
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object) => [
      ...metaOnUpdate(object),
      ...validateSchedulingStatus(asContext(object), server.release.minor),
    ],
  }
  return { strategy, subresources: { status } }
}

/** The strategy of DeviceTaintRules: a taint without a time is of now. */
export const taintRuleRules = extending({
  setDefaults(object, server) {
    setTaintDefaults(specOf<TaintRuleSpec>(object).taint, nowOf(server))
  },
})

/** The strategy of ResourceSlices: their generation counts, in the releases that have one. */
export const sliceRules: RulesFor = (traits) => {
  const counts = ({ server }: RequestContext): boolean =>
    registryDialect(server.release.minor).countsSliceGenerations
  const [counting, plain] = [defaultStrategy(traits), defaultStrategy({ ...traits, generation: false })]
  return {
    strategy: {
      ...counting,
      setDefaults(object, server) {
        setSliceDefaults(specOf<SliceSpec>(object), nowOf(server))
      },
      prepareForCreate(ctx, object) {
        ;(counts(ctx) ? counting : plain).prepareForCreate?.(ctx, object)
      },
      prepareForUpdate(ctx, object, old) {
        ;(counts(ctx) ? counting : plain).prepareForUpdate?.(ctx, object, old)
      },
    },
  }
}
