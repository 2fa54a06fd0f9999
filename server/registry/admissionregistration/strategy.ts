// Upstream: pkg/apis/admissionregistration/v1/defaults.go

import type {
  MatchResources,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from '../../../api/admissionregistration-v1.ts'
import type { FieldError } from '../../../apimachinery/field-error.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { ExpressionKind } from '../../../cel/environment.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { metaAsNew } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { type DropFields, dropping } from '../generic/extended-strategy.ts'
import { extending, type RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import {
  type MutatingPolicySpec,
  validateMutatingBinding,
  validateMutatingPolicy,
} from './mutating-validation.ts'
import { validateBinding, validatePolicy, validatePolicyStatus } from './policy-validation.ts'
import { reservesStaticNames, staticNameErrors, staticNameWarnings } from './static-names.ts'
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

const setWebhooksDefaults =
  (mutating: boolean) =>
  (object: KubeObject): void => {
    for (const webhook of webhooksOf(object)) setWebhookDefaults(webhook, mutating)
  }

const webhookRule: Rule = (object, minor, old, fresh) =>
  validateWebhooks(
    webhooksOf(object),
    webhookOptions(minor, webhooksOf(object), old && webhooksOf(old), fresh),
  )

/** Upstream checks an updated object as a new one. @param old the stored object, on an update @param fresh the kind of its new expressions */
type Rule = (object: KubeObject, minor: number, old?: KubeObject, fresh?: ExpressionKind) => FieldError[]

/** What is checked of every object of a kind, wherever it comes from. */
interface KindRules {
  readonly setDefaults: (object: KubeObject) => void
  readonly validate: Rule
}

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

const bindingSpec = (object: KubeObject): ValidatingAdmissionPolicyBindingSpec => object['spec'] ?? {}
const mutatingSpec = (object: KubeObject): MutatingPolicySpec => object['spec'] ?? {}
const policySpec = (object: KubeObject): ValidatingAdmissionPolicySpec => object['spec'] ?? {}

/** Defaults and rules of the kinds of admission configuration, without those of metadata. */
export const admissionKinds = {
  ValidatingWebhookConfiguration: { setDefaults: setWebhooksDefaults(false), validate: webhookRule },
  MutatingWebhookConfiguration: { setDefaults: setWebhooksDefaults(true), validate: webhookRule },
  ValidatingAdmissionPolicy: {
    setDefaults: setPolicyDefaults,
    validate: (object, minor, old, fresh) =>
      validatePolicy(policySpec(object), object.metadata.name ?? '', minor, old && policySpec(old), fresh),
  },
  ValidatingAdmissionPolicyBinding: {
    setDefaults: setBindingDefaults,
    validate: (object, minor) => validateBinding(bindingSpec(object), minor),
  },
  MutatingAdmissionPolicy: {
    setDefaults: setPolicyDefaults,
    validate: (object, minor, old, fresh) =>
      validateMutatingPolicy(mutatingSpec(object), minor, old && mutatingSpec(old), fresh),
  },
  MutatingAdmissionPolicyBinding: {
    setDefaults: setBindingDefaults,
    validate: (object, minor) => validateMutatingBinding(bindingSpec(object), minor),
  },
} satisfies Record<string, KindRules>

/** What the API checks of a kind: its rules, and names that are kept for manifests. */
const checked = ({ setDefaults, validate }: KindRules): RulesFor =>
  extending({
    setDefaults,
    validate: ({ server }, object) => [
      ...validate(object, server.release.minor, undefined, server.minCompatibility),
      ...staticNameErrors(server, object),
    ],
    validateUpdate: (ctx, object, old) => [
      ...metaAsNew(ctx, object, false),
      ...validate(object, ctx.server.release.minor, old, ctx.server.minCompatibility),
    ],
    repeatsMetaValidation: false,
    warningsOnCreate: ({ server }, object) =>
      reservesStaticNames(server) ? [] : staticNameWarnings(server, object),
    warningsOnUpdate: ({ server }, object) => staticNameWarnings(server, object),
  })

/** Match conditions of webhooks go where their gate is off, unless the stored object has some. */
const dropMatchConditions: DropFields = (object, old, { gates }) => {
  const used =
    old !== undefined && webhooksOf(old).some(({ matchConditions = [] }) => matchConditions.length > 0)
  if (gateEnabled(gates, 'AdmissionWebhookMatchConditions') || used) return
  for (const webhook of webhooksOf(object)) dropField(webhook, 'matchConditions')
}

const checkedWebhooks =
  (rules: KindRules): RulesFor =>
  (traits) => ({ strategy: dropping(checked(rules)(traits).strategy, dropMatchConditions) })

/** The strategy of ValidatingWebhookConfigurations. */
export const validatingWebhookRules = checkedWebhooks(admissionKinds.ValidatingWebhookConfiguration)
/** The strategy of MutatingWebhookConfigurations, which have a reinvocationPolicy beside. */
export const mutatingWebhookRules = checkedWebhooks(admissionKinds.MutatingWebhookConfiguration)
/** The strategy of bindings of MutatingAdmissionPolicies. */
export const mutatingPolicyBindingRules = checked(admissionKinds.MutatingAdmissionPolicyBinding)
/** The strategy of MutatingAdmissionPolicies. */
export const mutatingPolicyRules = checked(admissionKinds.MutatingAdmissionPolicy)

const validatingPolicy = checked(admissionKinds.ValidatingAdmissionPolicy)

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
const validatingBinding = checked(admissionKinds.ValidatingAdmissionPolicyBinding)

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
