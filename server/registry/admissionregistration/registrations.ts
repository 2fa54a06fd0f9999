// Upstream: pkg/apis/admissionregistration/v1/defaults.go, apiregistration v1 defaults.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type {
  MatchResources,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from '../api-types/admissionregistration-v1.ts'
import type { APIServiceSpec } from '../api-types/apiregistration-v1.ts'
import { subObject } from '../core/sub-object.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { ResourceRegistration } from '../generic/strategy.ts'

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

const webhooks =
  (mutating: boolean) =>
  (object: KubeObject): void => {
    for (const webhook of (object as unknown as MutatingWebhookConfiguration).webhooks ?? [])
      setWebhookDefaults(webhook, mutating)
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

const group = 'admissionregistration.k8s.io'
const withStatus = { hasStatus: true }

export const admissionRegistrations: readonly ResourceRegistration[] = [
  extended(group, 'validatingwebhookconfigurations', {}, { setDefaults: webhooks(false) }),
  extended(group, 'mutatingwebhookconfigurations', {}, { setDefaults: webhooks(true) }),
  extended(group, 'validatingadmissionpolicies', withStatus, { setDefaults: setPolicyDefaults }),
  extended(group, 'mutatingadmissionpolicies', {}, { setDefaults: setPolicyDefaults }),
  extended(group, 'validatingadmissionpolicybindings', {}, { setDefaults: setBindingDefaults }),
  extended(group, 'mutatingadmissionpolicybindings', {}, { setDefaults: setBindingDefaults }),
]

export const apiServiceRegistration: ResourceRegistration = extended(
  'apiregistration.k8s.io',
  'apiservices',
  withStatus,
  {
    setDefaults(object) {
      const { service } = subObject<APIServiceSpec>(object, 'spec')
      if (service) service.port ??= 443
    },
  },
)
