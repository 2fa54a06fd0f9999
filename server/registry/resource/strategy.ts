// Upstream: pkg/registry/resource/{resourceclass,resourceclaim,resourceclaimtemplate,podschedulingcontext}/strategy.go of releases before 1.31
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { metaAgain, metaOnUpdate } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import { extending, type RulesFor } from '../generic/resource-row.ts'
import type { ServerContext, Strategy, Transaction } from '../generic/strategy.ts'
import { type ClaimStatus, validateClaimStatus } from './claim-status.ts'
import {
  deviceClaimStatusStrategy,
  deviceClaimStrategy,
  deviceClaimTemplateStrategy,
} from './device-strategy.ts'
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

/** The hook of claims that name a class, or else that of those that ask for devices. */
function byRelease(named: Partial<Strategy>, devices: Partial<Strategy>): Partial<Strategy> {
  const of = (server: ServerContext): Partial<Strategy> => (hasClasses(server) ? named : devices)
  return {
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
const nothingBegun: Transaction = { commit() {}, revert() {} }

const namedClaim: Partial<Strategy> = {
  setDefaults: (object) => setClaimDefaults(subObject<ClaimSpec>(object, 'spec')),
  validate: (_ctx, object) => validateClaimSpec(specOf<ClaimSpec>(object), path),
  validateUpdate: (ctx, object, old) => [
    ...validateImmutableField(object['spec'], old['spec'], path, {
      type: 'resource.ResourceClaimSpec',
      minor: ctx.server.release.minor,
    }),
    ...metaAgain(ctx, object),
    ...validateClaimSpec(specOf<ClaimSpec>(object), path),
  ],
}

/** The strategy of ResourceClaims and their status. */
export const resourceClaimRules: RulesFor = (traits) => {
  const { prepareForCreate, prepareForUpdate } = defaultStrategy(traits)
  const ofNamed = { prepareForCreate, prepareForUpdate, ...namedClaim } as Partial<Strategy>
  const strategy = extendedStrategy(traits, byRelease(ofNamed, deviceClaimStrategy(traits)))
  const common = defaultStatusStrategy(traits, strategy)
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
  return { strategy, subresources: { status: { ...common, ...hooks } } }
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
    return [
      ...validateImmutableField(object['spec'], old['spec'], path, print),
      ...metaAgain(ctx, object),
      ...validateTemplateSpec(specOf<ClaimTemplateSpec>(object), minor),
    ]
  },
}

/** The strategy of ResourceClaimTemplates. */
export const resourceClaimTemplateRules: RulesFor = (traits) => ({
  strategy: extendedStrategy(traits, byRelease(namedTemplate, deviceClaimTemplateStrategy(traits))),
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
