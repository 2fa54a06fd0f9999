// Upstream: pkg/registry/resource/{resourceclass,resourceclaim,resourceclaimtemplate,podschedulingcontext}/strategy.go of releases before 1.31
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { metaAgain, metaChange, metaOnUpdate } from '../core/object-meta-validation.ts'
import { resetObjectMetaForStatus } from '../core/reset-status-meta.ts'
import { subObject } from '../core/sub-object.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy, updatedBy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import { nothingBegun, type RequestContext, type ServerContext, type Strategy } from '../generic/strategy.ts'
import { type ClaimStatus, validateClaimStatus } from './claim-status.ts'
import {
  deviceClaimStatusStrategy,
  deviceClaimStrategy,
  deviceClaimTemplateStrategy,
} from './device-strategy.ts'
import { deviceDialect } from './dialect.ts'
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
/** Claims name a class; before they were rewritten for devices. */
const hasClasses = ({ release }: ServerContext): boolean => deviceDialect(release.minor).claimsNameClasses

/** The strategy of ResourceClasses. */
export const resourceClassRules: RulesFor = (traits) => {
  const rules = ({ server }: RequestContext, object: KubeObject): FieldError[] =>
    validateClass(object as unknown as ResourceClass, server.release.minor)
  const asNew = (ctx: RequestContext, object: KubeObject): FieldError[] => [
    ...metaAgain(ctx, object, false),
    ...rules(ctx, object),
  ]
  return { strategy: revalidatedBefore(extendedStrategy(traits, { validate: rules }), asNew) }
}

/** Upstream validates an update as a new object, and the change, which ends with that once more. */
const revalidatedBefore = (
  strategy: Strategy,
  asNew: (ctx: RequestContext, object: KubeObject) => FieldError[],
): Strategy =>
  updatedBy(strategy, (ctx, object, old) => [
    ...asNew(ctx, object),
    ...metaChange(ctx, object, old),
    ...asNew(ctx, object),
  ])

function setClaimDefaults(spec: ClaimSpec): void {
  spec.allocationMode ||= 'WaitForFirstConsumer'
}

/** The hook of claims that name a class, or else that of those that ask for devices. */
function byRelease(named: Partial<Strategy>, devices: Partial<Strategy>): Partial<Strategy> {
  const of = (server: ServerContext): Partial<Strategy> => (hasClasses(server) ? named : devices)
  return {
    // Claims that name a class have the same form in each version.
    defaultsAsSent: true,
    setDefaults: (object, server) => of(server).setDefaults?.(object, server),
    prepareForCreate: (ctx, object) => of(ctx.server).prepareForCreate?.(ctx, object),
    prepareForUpdate: (ctx, object, old) => of(ctx.server).prepareForUpdate?.(ctx, object, old),
    beginCreate: async (ctx, object) => (await of(ctx.server).beginCreate?.(ctx, object)) ?? nothingBegun,
    beginUpdate: async (ctx, object, old) =>
      (await of(ctx.server).beginUpdate?.(ctx, object, old)) ?? nothingBegun,
    validate: (ctx, object) => of(ctx.server).validate?.(ctx, object) ?? [],
    validateUpdate: (ctx, object, old) => of(ctx.server).validateUpdate?.(ctx, object, old) ?? [],
  }
}

const namedClaim: Partial<Strategy> = {
  setDefaults: (object) => setClaimDefaults(subObject<ClaimSpec>(object, 'spec')),
  validate: (_ctx, object) => validateClaimSpec(specOf<ClaimSpec>(object), path),
  validateUpdate(ctx, object, old) {
    const print = { type: 'resource.ResourceClaimSpec', minor: ctx.server.release.minor }
    const asNew = [...metaAgain(ctx, object), ...validateClaimSpec(specOf<ClaimSpec>(object), path)]
    return [
      ...asNew,
      ...metaChange(ctx, object, old),
      ...validateImmutableField(object['spec'], old['spec'], path, print),
      ...asNew,
    ]
  },
}

/** A strategy of a status whose writes leave the metadata alone, where the release has it so. */
const withKeptMeta = (strategy: Strategy): Strategy => ({
  ...strategy,
  prepareForUpdate(ctx, object, old) {
    strategy.prepareForUpdate?.(ctx, object, old)
    if (deviceDialect(ctx.server.release.minor).keepsMetaOfStatus) resetObjectMetaForStatus(object, old)
  },
})

/** The strategy of ResourceClaims and their status. */
export const resourceClaimRules: RulesFor = (traits) => {
  const { prepareForCreate, prepareForUpdate } = defaultStrategy(traits)
  const ofNamed = { prepareForCreate, prepareForUpdate, ...namedClaim } as Partial<Strategy>
  const own = byRelease(ofNamed, deviceClaimStrategy(traits))
  const strategy = updatedBy(extendedStrategy(traits, own), own.validateUpdate!)
  const common = withKeptMeta(defaultStatusStrategy(traits, strategy))
  const named: Partial<Strategy> = {
    prepareForUpdate: common.prepareForUpdate!.bind(common),
    validateUpdate: ({ server }, object, old) => [
      ...metaOnUpdate(object),
      ...validateClaimStatus(
        statusOf(object),
        statusOf(old),
        object.metadata.deletionTimestamp !== undefined,
        server.release.minor,
      ),
    ],
  }
  const { setDefaults: _, ...hooks } = byRelease(named, deviceClaimStatusStrategy(common))
  const resetFieldsOf: Strategy['resetFieldsOf'] = ({ release }) =>
    deviceDialect(release.minor).disownsMetaOfStatus ? [['metadata'], ['spec']] : [['spec']]
  return { strategy, subresources: { status: { ...common, ...hooks, resetFieldsOf } } }
}

const namedTemplate: Partial<Strategy> = {
  setDefaults(object) {
    const spec = subObject<ClaimTemplateSpec>(object, 'spec')
    spec.spec ??= {}
    setClaimDefaults(spec.spec)
  },
  validate: ({ server }, object) =>
    validateTemplateSpec(specOf<ClaimTemplateSpec>(object), server.release.minor),
  validateUpdate(ctx, object, old) {
    const { minor } = ctx.server.release
    const print = { type: 'resource.ResourceClaimTemplateSpec', minor }
    const asNew = [
      ...metaAgain(ctx, object),
      ...validateTemplateSpec(specOf<ClaimTemplateSpec>(object), minor),
    ]
    return [
      ...asNew,
      ...metaChange(ctx, object, old),
      ...validateImmutableField(object['spec'], old['spec'], path, print),
      ...asNew,
    ]
  },
}

/** The strategy of ResourceClaimTemplates. */
export const resourceClaimTemplateRules: RulesFor = (traits) => {
  const own = byRelease(namedTemplate, deviceClaimTemplateStrategy(traits))
  return { strategy: updatedBy(extendedStrategy(traits, own), own.validateUpdate!) }
}

const asContext = (object: KubeObject): PodSchedulingContext => object as unknown as PodSchedulingContext

/** The strategy of PodSchedulingContexts, which 1.26 calls PodSchedulings, and their status. */
export const podSchedulingRules: RulesFor = (traits) => {
  const asNew = (ctx: RequestContext, object: KubeObject): FieldError[] => [
    ...metaAgain(ctx, object),
    ...validateScheduling(asContext(object), ctx.server.release.minor),
  ]
  const validate: Strategy['validate'] = ({ server }, object) =>
    validateScheduling(asContext(object), server.release.minor)
  const strategy = revalidatedBefore(extendedStrategy(traits, { validate }), asNew)
  const status: Strategy = {
    ...withKeptMeta(defaultStatusStrategy(traits, strategy)),
    validateUpdate: ({ server }, object) => [
      ...metaOnUpdate(object),
      ...validateSchedulingStatus(asContext(object), server.release.minor),
    ],
  }
  return { strategy, subresources: { status } }
}
