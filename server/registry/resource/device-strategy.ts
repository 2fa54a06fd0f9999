// Upstream: pkg/registry/resource/{deviceclass,devicetaintrule,resourceclaim,resourceclaimtemplate,resourceslice}/strategy.go from 1.31 on
import type {
  DeviceClassSpec,
  ResourceClaimSpec,
  ResourceClaimStatus,
  ResourceClaimTemplateSpec,
  ResourceSliceSpec,
} from '../../../api/resource-v1.ts'
import type { DeviceTaintRuleSpec } from '../../../api/resource-v1beta2.ts'
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import {
  claimFromHub,
  claimTemplateFromHub,
  claimTemplateToHub,
  claimToHub,
  sliceFromHub,
  sliceToHub,
} from '../../../apimachinery/scheme/conversion/resource.ts'
import { validateImmutableField } from '../../../apimachinery/validation/immutable.ts'
import { tooMany } from '../../../apimachinery/validation/messages.ts'
import { toTime } from '../../../component-base/clock.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { type AnyCondition, validateConditions } from '../core/meta-conditions.ts'
import { metaAgain, metaChange, metaOnUpdate, subdomainName } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { validateTemplateMeta } from '../core/template-meta.ts'
import { defaultStatusStrategy, defaultStrategy, type ResourceTraits } from '../generic/default-strategy.ts'
import { extendedStrategy, updatedBy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { adminAccess, grantedAdminPath, requestedAdminPath } from './admin-access.ts'
import { requestNamesOf, validateDeviceClaim } from './claim-validation.ts'
import { validateDeviceClass } from './class-validation.ts'
import { sharedDeviceId, validateDeviceClaimStatus } from './device-claim-status.ts'
import {
  type DefaultedClaimSpec,
  type DefaultedSliceSpec,
  setDeviceDefaults,
  setSliceDefaults,
  setTaintDefaults,
} from './device-defaults.ts'
import { deviceDialect } from './dialect.ts'
import { dropClaimFields, dropControllerFields, dropSliceFields, dropStatusFields } from './drop-disabled.ts'
import type { DeviceRules } from './selectors.ts'
import { validateSlice } from './slice-validation.ts'
import { validateTaintRule } from './taints.ts'

const path = FieldPath.of('spec')
const nowOf = ({ clock }: ServerContext): string => toTime(clock.now())
const rulesOf = ({ server }: RequestContext, stored = false): DeviceRules => ({
  minor: server.release.minor,
  gates: server.gates,
  stored,
  minCompatibility: server.minCompatibility,
})

type Change = (object: KubeObject, apiVersion: string) => void

/** How the versions of a kind become v1, the form that the rules are written for, and how they come back. */
interface Hub {
  readonly to: Change
  readonly from: Change
}
const claimHub: Hub = { to: claimToHub, from: claimFromHub }
const templateHub: Hub = { to: claimTemplateToHub, from: claimTemplateFromHub }
const sliceHub: Hub = { to: sliceToHub, from: sliceFromHub }

/** A part of an object in the form of v1, whatever version it has. */
function partOf<T>(object: KubeObject, hub: Hub, part = 'spec'): T {
  const version = object.apiVersion ?? ''
  if (!/\/v1(alpha3|beta1)$/.test(version)) return (object[part] ?? {}) as T
  const copy = deepCopy(object)
  hub.to(copy, version)
  return (copy[part] ?? {}) as T
}

/** Changes an object in the form of v1. */
function inHub(object: KubeObject, hub: Hub, change: () => void): void {
  const version = object.apiVersion ?? ''
  hub.to(object, version)
  change()
  hub.from(object, version)
}

const claimOf = (object: KubeObject): ResourceClaimSpec => partOf(object, claimHub)
const templateOf = (object: KubeObject): ResourceClaimTemplateSpec => partOf(object, templateHub)
const sliceOf = (object: KubeObject): ResourceSliceSpec => partOf(object, sliceHub)
const statusOf = (object: KubeObject): ResourceClaimStatus => (object['status'] ?? {}) as ResourceClaimStatus

/** The change of a spec that is to stay as it is. Before there were alternatives, there was one form of it. */
function fixedSpec(
  { server: { release } }: RequestContext,
  [object, old]: readonly [KubeObject, KubeObject],
  inHub: (object: KubeObject) => unknown,
  type: string,
): FieldError[] {
  const specOf = deviceDialect(release.minor).hasAlternatives ? inHub : (one: KubeObject) => one['spec']
  return validateImmutableField(specOf(object), specOf(old), path, { type, minor: release.minor })
}

/** ResourceClaims that ask for devices. */
export function deviceClaimStrategy(traits: ResourceTraits): Partial<Strategy> {
  const common = defaultStrategy(traits)
  return {
    setDefaults: (object, { release }) =>
      setDeviceDefaults(object['spec'] as DefaultedClaimSpec | undefined, release.minor),
    beginCreate: (ctx, object) => adminAccess.ask(ctx, object, requestedAdminPath(ctx, claimOf(object))),
    prepareForCreate(ctx, object) {
      common.prepareForCreate?.(ctx, object)
      dropFromClaim(ctx, object, undefined)
      dropControllerFields(ctx.server.gates, object, undefined)
    },
    prepareForUpdate(ctx, object, old) {
      common.prepareForUpdate?.(ctx, object, old)
      dropFromClaim(ctx, object, claimOf(old))
      dropControllerFields(ctx.server.gates, object, old)
    },
    validate: (ctx, object) => [
      ...adminAccess.errors(object),
      ...validateDeviceClaim(claimOf(object), path, rulesOf(ctx)),
    ],
    validateUpdate: (ctx, object, old) => updateErrors(ctx, object, old),
  }
}

function dropFromClaim(
  { server }: RequestContext,
  object: KubeObject,
  old: ResourceClaimSpec | undefined,
): void {
  inHub(object, claimHub, () => {
    if (object['spec']) dropClaimFields(server, object['spec'] as ResourceClaimSpec, old)
  })
}

function updateErrors(ctx: RequestContext, object: KubeObject, old: KubeObject): FieldError[] {
  const spec = claimOf(object)
  const fixed = fixedSpec(ctx, [object, old], claimOf, 'resource.ResourceClaimSpec')
  if (!deviceDialect(ctx.server.release.minor).checksUpdatedDeviceClaims)
    return [...metaAgain(ctx, object), ...metaChange(ctx, object, old), ...fixed]
  return [
    ...metaAgain(ctx, object),
    ...validateDeviceClaim(spec, path, rulesOf(ctx)),
    ...metaChange(ctx, object, old),
    ...fixed,
    ...validateDeviceClaim(spec, path, rulesOf(ctx, true)),
  ]
}

/** The status of ResourceClaims that ask for devices. @param common the strategy of any status */
export function deviceClaimStatusStrategy(common: Strategy): Partial<Strategy> {
  return {
    beginUpdate: (ctx, object, old) =>
      adminAccess.ask(ctx, object, grantedAdminPath(statusOf(object), statusOf(old))),
    prepareForUpdate(ctx, object, old) {
      common.prepareForUpdate?.(ctx, object, old)
      const status = statusOf(object)
      dropStatusFields(
        ctx.server,
        { spec: claimOf(object), status },
        { spec: claimOf(old), status: statusOf(old) },
      )
      dropControllerFields(ctx.server.gates, object, old)
      dropDeallocated(status, statusOf(old))
    },
    validateUpdate: (ctx, object, old) => [
      ...adminAccess.errors(object),
      ...metaOnUpdate(object),
      ...validateDeviceClaimStatus(
        statusOf(object),
        statusOf(old),
        object.metadata.deletionTimestamp !== undefined,
        requestNamesOf(claimOf(object).devices),
        rulesOf(ctx),
      ),
    ],
  }
}

/** Forgets what drivers told about devices that the claim no longer has. */
function dropDeallocated(status: ResourceClaimStatus, old: ResourceClaimStatus): void {
  if (status.devices == null) return
  const idsOf = ({ allocation }: ResourceClaimStatus) =>
    (allocation?.devices?.results ?? []).map(sharedDeviceId)
  const kept = new Set(idsOf(status))
  const gone = new Set(idsOf(old).filter((id) => !kept.has(id)))
  status.devices = status.devices.filter((one) => !gone.has(sharedDeviceId(one)))
  if (status.devices.length === 0) delete status.devices
}

/** ResourceClaimTemplates of claims that ask for devices. */
export function deviceClaimTemplateStrategy(traits: ResourceTraits): Partial<Strategy> {
  const common = defaultStrategy(traits)
  const drop = ({ server }: RequestContext, object: KubeObject, old: KubeObject | undefined): void =>
    inHub(object, templateHub, () => {
      const { spec } = (object['spec'] ?? {}) as ResourceClaimTemplateSpec
      if (spec) dropClaimFields(server, spec, old && templateOf(old).spec)
    })
  return {
    setDefaults(object, { release }) {
      const spec = subObject<{ spec?: DefaultedClaimSpec }>(object, 'spec')
      spec.spec ??= {}
      setDeviceDefaults(spec.spec, release.minor)
    },
    beginCreate: (ctx, object) =>
      adminAccess.ask(ctx, object, requestedAdminPath(ctx, templateOf(object).spec ?? {})),
    prepareForCreate(ctx, object) {
      common.prepareForCreate?.(ctx, object)
      drop(ctx, object, undefined)
    },
    prepareForUpdate(ctx, object, old) {
      common.prepareForUpdate?.(ctx, object, old)
      drop(ctx, object, old)
    },
    validate: (ctx, object) => [
      ...adminAccess.errors(object),
      ...templateErrors(templateOf(object), rulesOf(ctx)),
    ],
    validateUpdate: (ctx, object, old) => [
      ...metaAgain(ctx, object),
      ...templateErrors(templateOf(object), rulesOf(ctx)),
      ...metaChange(ctx, object, old),
      ...fixedSpec(ctx, [object, old], templateOf, 'resource.ResourceClaimTemplateSpec'),
      ...(deviceDialect(ctx.server.release.minor).checksUpdatedDeviceClaims
        ? templateErrors(templateOf(object), rulesOf(ctx, true))
        : []),
    ],
  }
}

const templateErrors = ({ metadata, spec }: ResourceClaimTemplateSpec, rules: DeviceRules): FieldError[] => [
  ...validateTemplateMeta(metadata, path.child('metadata'), rules.minor),
  ...validateDeviceClaim(spec ?? {}, path.child('spec'), rules),
]

/** What 1.31 alone has of a class (KEP-3063). */
interface ControlledClass extends DeviceClassSpec {
  suitableNodes?: object
}
const classOf = (object: KubeObject): DeviceClassSpec => (object['spec'] ?? {}) as DeviceClassSpec

/** The strategy of DeviceClasses. */
export const deviceClassRules: RulesFor = (traits) => {
  const common = defaultStrategy(traits)
  const drop = ({ server }: RequestContext, spec: DeviceClassSpec, old: DeviceClassSpec): void => {
    const { gates } = server
    if (!gateEnabled(gates, 'DRAExtendedResource') && old.extendedResourceName == null)
      delete spec.extendedResourceName
    if (!gateEnabled(gates, 'DRAControlPlaneController') && (old as ControlledClass).suitableNodes == null)
      delete (spec as ControlledClass).suitableNodes
  }
  const strategy = extendedStrategy(traits, {
    prepareForCreate(ctx, object) {
      common.prepareForCreate?.(ctx, object)
      drop(ctx, classOf(object), {})
    },
    prepareForUpdate(ctx, object, old) {
      drop(ctx, classOf(object), classOf(old))
      common.prepareForUpdate?.(ctx, object, old)
    },
    validateName: subdomainName,
    validate: (ctx, object) => validateDeviceClass(classOf(object), undefined, path, rulesOf(ctx)),
  })
  const update: NonNullable<Strategy['validateUpdate']> = (ctx, object, old) => [
    ...metaAgain(ctx, object, false, (name, prefix) => subdomainName(name, prefix, ctx.server)),
    ...(deviceDialect(ctx.server.release.minor).checksUpdatedDeviceClaims
      ? validateDeviceClass(classOf(object), undefined, path, rulesOf(ctx))
      : []),
    ...metaChange(ctx, object, old),
    ...validateDeviceClass(classOf(object), classOf(old), path, rulesOf(ctx)),
  ]
  return { strategy: updatedBy(strategy, update) }
}

const taintRuleOf = (object: KubeObject): DeviceTaintRuleSpec => (object['spec'] ?? {}) as DeviceTaintRuleSpec
const mostConditions = 8

/** The strategy of DeviceTaintRules, whose taints know since when they have their effect. */
export const taintRuleRules: RulesFor = (traits) => {
  const common = defaultStrategy(traits)
  const strategy = extendedStrategy(traits, {
    setDefaults: (object, server) => setTaintDefaults(taintRuleOf(object).taint, nowOf(server)),
    prepareForUpdate(ctx, object, old) {
      const [taint, before] = [taintRuleOf(object).taint, taintRuleOf(old).taint]
      if (taint && taint.effect !== before?.effect && taint.timeAdded === before?.timeAdded)
        taint.timeAdded = nowOf(ctx.server)
      common.prepareForUpdate?.(ctx, object, old)
    },
    validate: (ctx, object) => validateTaintRule(taintRuleOf(object), undefined, path, rulesOf(ctx)),
    validateUpdate: (ctx, object, old) =>
      validateTaintRule(taintRuleOf(object), taintRuleOf(old), path, rulesOf(ctx)),
  })
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object) => [...metaOnUpdate(object), ...taintStatusErrors(object, server)],
  }
  return { strategy, subresources: { status } }
}

function taintStatusErrors(object: KubeObject, { release: { minor } }: ServerContext): FieldError[] {
  const { conditions } = (object['status'] ?? {}) as { conditions?: AnyCondition[] | null }
  const at = FieldPath.of('status', 'conditions')
  const count = conditions?.length ?? 0
  return [
    ...validateConditions(conditions, at, minor),
    ...(count > mostConditions ? [tooMany(at, count, mostConditions, minor)] : []),
  ]
}

/** The strategy of ResourceSlices: their generation counts, in the releases that have one. */
export const sliceRules: RulesFor = (traits) => {
  const [counting, plain] = [defaultStrategy(traits), defaultStrategy({ ...traits, generation: false })]
  const common = ({ server }: RequestContext): Strategy =>
    deviceDialect(server.release.minor).countsSliceGenerations ? counting : plain
  const drop = ({ server }: RequestContext, object: KubeObject, old: KubeObject | undefined): void => {
    if (deviceDialect(server.release.minor).claimsNameClasses) return
    inHub(object, sliceHub, () => {
      if (object['spec']) dropSliceFields(server, object['spec'] as ResourceSliceSpec, old && sliceOf(old))
    })
  }
  const errors = (
    { server }: RequestContext,
    object: KubeObject,
    old: KubeObject | undefined,
  ): FieldError[] =>
    deviceDialect(server.release.minor).claimsNameClasses
      ? []
      : validateSlice(sliceOf(object), old && sliceOf(old), path, server.release.minor)
  return {
    strategy: extendedStrategy(traits, {
      setDefaults: (object, server) =>
        setSliceDefaults(object['spec'] as DefaultedSliceSpec | undefined, nowOf(server)),
      prepareForCreate(ctx, object) {
        common(ctx).prepareForCreate?.(ctx, object)
        drop(ctx, object, undefined)
      },
      prepareForUpdate(ctx, object, old) {
        common(ctx).prepareForUpdate?.(ctx, object, old)
        drop(ctx, object, old)
      },
      validate: (ctx, object) => errors(ctx, object, undefined),
      validateUpdate: (ctx, object, old) => errors(ctx, object, old),
      warningsOnCreate: (ctx, object) => driverWarnings(ctx, object),
      warningsOnUpdate: (ctx, object) => driverWarnings(ctx, object),
      unknownFieldText: (label, apiVersion) =>
        `field label not supported for ${apiVersion}, Kind=ResourceSlice: ${label}`,
      selectableFields: (object) => {
        const { nodeName, driver = '' } = sliceOf(object)
        return { 'spec.nodeName': nodeName ?? '', 'spec.driver': driver }
      },
    }),
  }
}

function driverWarnings({ server }: RequestContext, object: KubeObject): string[] {
  const { driver = '' } = sliceOf(object)
  return driver === driver.toLowerCase() || !deviceDialect(server.release.minor).warnsOfDriverNames
    ? []
    : [`spec.driver: driver names should be lowercase; "${driver}" contains uppercase characters`]
}
