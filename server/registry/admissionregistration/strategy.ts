// Upstream: pkg/apis/admissionregistration/v1/defaults.go

import type {
  MatchResources,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from '../../../api/admissionregistration-v1.ts'
import { type FieldError, FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy, defaultStrategy, type ResourceTraits } from '../generic/default-strategy.ts'
import { extending, type RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { type MutatingPolicySpec, validateMutatingPolicy } from './mutating-validation.ts'
import { validateBinding, validatePolicy, validatePolicyStatus } from './policy-validation.ts'
import { validateWebhooks, type Webhook, webhookOptions } from './webhook-validation.ts'

function setWebhookDefaults(webhook: MutatingWebhook, mutating: boolean): void {
  webhook.failurePolicy ??= 'Fail'
  webhook.matchPolicy ??= 'Equivalent'
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= 10
  if (mutating) webhook.reinvocationPolicy ??= 'Never'
  for (const rule of webhook.rules ?? []) rule.scope ??= '*'
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= 443
}

const webhooksOf = (object: KubeObject): readonly Webhook[] =>
  (object as unknown as MutatingWebhookConfiguration).webhooks ?? []

/** Upstream checks an update as a new object, with what the stored one has already allowed. */
const webhookRules =
  (mutating: boolean): RulesFor =>
  (traits) => ({ strategy: webhookStrategy(mutating, traits) })

function webhookStrategy(mutating: boolean, traits: ResourceTraits): Strategy {
  const path = FieldPath.of('metadata')
  return {
    ...defaultStrategy(traits),
    setDefaults(object) {
      for (const webhook of webhooksOf(object)) setWebhookDefaults(webhook, mutating)
    },
    validate: ({ server }, object) =>
      validateWebhooks(webhooksOf(object), webhookOptions(server.release.minor, webhooksOf(object))),
    validateUpdate: ({ server }, object, old) => [
      ...validateObjectMeta(object.metadata, false, nameIsDNSSubdomain, path, server.release.minor),
      ...validateWebhooks(
        webhooksOf(object),
        webhookOptions(server.release.minor, webhooksOf(object), webhooksOf(old)),
      ),
    ],
    repeatsMetaValidation: false,
    warningsOnCreate: ({ server }, object) => staticNameWarnings(server.release.minor, object),
    warningsOnUpdate: ({ server }, object) => staticNameWarnings(server.release.minor, object),
  }
}

/** The strategy of ValidatingWebhookConfigurations. */
export const validatingWebhookRules = webhookRules(false)
/** The strategy of MutatingWebhookConfigurations, which have a reinvocationPolicy beside. */
export const mutatingWebhookRules = webhookRules(true)

/** Names with this end are kept for configurations in files. */
const staticSuffix = '.static.k8s.io'

const staticNameWarnings = (minor: number, { metadata }: KubeObject): string[] =>
  registryDialect(minor).reservesStaticNames && metadata.name?.endsWith(staticSuffix)
    ? [
        `metadata.name: names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
      ]
    : []

function setMatchDefaults(match: MatchResources | undefined): void {
  if (match == null) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])])
    rule.scope ??= '*'
}

function setPolicyDefaults(object: KubeObject): void {
  const spec = subObject<ValidatingAdmissionPolicySpec>(object, 'spec')
  spec.failurePolicy ??= 'Fail'
  setMatchDefaults(spec.matchConstraints)
}
const setBindingDefaults = (object: KubeObject): void =>
  setMatchDefaults(subObject<ValidatingAdmissionPolicyBindingSpec>(object, 'spec').matchResources)

/** A default that v1alpha1 alone has, whichever version is stored. */
function setFirstVersionDefaults({ server, version }: RequestContext, object: KubeObject): void {
  const { paramRef } = (object['spec'] ?? {}) as ValidatingAdmissionPolicyBindingSpec
  if (paramRef && version === 'v1alpha1' && registryDialect(server.release.minor).selectsParams)
    paramRef.parameterNotFoundAction ??= 'Deny'
}

/** The strategy of bindings of MutatingAdmissionPolicies: defaults only. */
export const mutatingPolicyBindingRules = extending({ setDefaults: setBindingDefaults })

type Rule = (object: KubeObject, minor: number, old?: KubeObject) => FieldError[]

/** Upstream checks an updated policy or binding as a new one. */
const checked = (setDefaults: (object: KubeObject) => void, rule: Rule): RulesFor =>
  extending({
    setDefaults,
    validate: ({ server }, object) => rule(object, server.release.minor),
    validateUpdate: (ctx, object, old) => [
      ...metaAsNew(ctx, object, false),
      ...rule(object, ctx.server.release.minor, old),
    ],
    repeatsMetaValidation: false,
  })

const mutatingSpec = (object: KubeObject): MutatingPolicySpec => object['spec'] ?? {}

/** The strategy of MutatingAdmissionPolicies. */
export const mutatingPolicyRules = checked(setPolicyDefaults, (object, minor, old) =>
  validateMutatingPolicy(mutatingSpec(object), minor, old && mutatingSpec(old)),
)

const policySpec = (object: KubeObject): ValidatingAdmissionPolicySpec => object['spec'] ?? {}

const validatingPolicy = checked(setPolicyDefaults, (object, minor, old) =>
  validatePolicy(policySpec(object), object.metadata.name ?? '', minor, old && policySpec(old)),
)

/** The strategy of ValidatingAdmissionPolicies and their status. */
export const validatingPolicyRules: RulesFor = (traits) => {
  const { strategy } = validatingPolicy(traits)
  if (!traits.hasStatus) return { strategy }
  const status: Strategy = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: ({ server }, object) =>
      validatePolicyStatus((object['status'] ?? {}) as ValidatingAdmissionPolicyStatus, server.release.minor),
  }
  return { strategy, subresources: { status } }
}
const validatingBinding = checked(setBindingDefaults, (object, minor) =>
  validateBinding((object['spec'] ?? {}) as ValidatingAdmissionPolicyBindingSpec, minor),
)

/** The strategy of bindings of ValidatingAdmissionPolicies. */
export const validatingPolicyBindingRules: RulesFor = (traits) => {
  const { strategy } = validatingBinding(traits)
  return {
    strategy: {
      ...strategy,
      prepareForCreate(ctx, object) {
        setFirstVersionDefaults(ctx, object)
        strategy.prepareForCreate?.(ctx, object)
      },
      prepareForUpdate(ctx, object, old) {
        setFirstVersionDefaults(ctx, object)
        strategy.prepareForUpdate?.(ctx, object, old)
      },
    },
  }
}
