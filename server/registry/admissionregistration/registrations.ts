// Upstream: pkg/apis/admissionregistration/v1/defaults.go, apiextensions and apiregistration v1 defaults.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type {
  MatchResources,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from '../api-types/admissionregistration-v1.ts'
import type { CustomResourceDefinition, CustomResourceDefinitionSpec } from '../api-types/apiextensions-v1.ts'
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

function setDefinitionDefaults(object: KubeObject): void {
  const definition = object as unknown as CustomResourceDefinition
  const spec = subObject<CustomResourceDefinitionSpec>(object, 'spec')
  spec.names ??= {}
  const { names } = spec
  names.singular ||= (names.kind ?? '').toLowerCase()
  if (!names.listKind && names.kind) names.listKind = `${names.kind}List`
  spec.conversion ??= { strategy: 'None' }
  const service = spec.conversion.webhook?.clientConfig?.service
  if (service) service.port ??= 443
  definition.status ??= {}
  const storage = spec.versions?.find((version) => version.storage)?.name
  if (!definition.status.storedVersions?.length && storage) definition.status.storedVersions = [storage]
}

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

/** Defaults of definitions of custom resources; their own strategy takes them up. */
export { setDefinitionDefaults }

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
