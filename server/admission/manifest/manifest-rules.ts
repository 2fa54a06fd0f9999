// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy,webhook}/manifest/loader/loader.go (what a manifest may not have)
import type { MutatingWebhook } from '../../../api/admissionregistration-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { staticSuffix } from '../../registry/admissionregistration/static-names.ts'
import type { ManifestKind, ManifestRules } from './manifest-objects.ts'

/** Folders of webhook configurations of a kind: nobody could ask for a Service while the server starts. */
export const webhookManifests = (kind: ManifestKind): ManifestRules => ({
  kinds: [kind],
  check({ metadata, webhooks = [] }, file) {
    for (const { name = '', clientConfig } of webhooks as readonly MutatingWebhook[]) {
      const what = `webhook ${goQuote(name)} in ${goQuote(metadata.name ?? '')} (file ${goQuote(file)}): clientConfig`
      if (clientConfig?.service)
        throw new Error(`${what}.service is not supported for static manifests; use clientConfig.url instead`)
      if (!clientConfig?.url) throw new Error(`${what}.url is required for static manifests`)
    }
  },
})

interface PolicyOrBindingSpec {
  readonly paramKind?: unknown
  readonly paramRef?: unknown
  readonly policyName?: string
}

const specOf = (object: KubeObject): PolicyOrBindingSpec => object['spec'] ?? {}

/** Folders of policies and their bindings: no parameters, and no policies of the API. @param kind of the policies */
export const policyManifests = (
  kind: 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy',
): ManifestRules => ({
  kinds: [kind, `${kind}Binding`],
  check(object) {
    const name = goQuote(object.metadata.name ?? '')
    const { paramKind, paramRef, policyName = '' } = specOf(object)
    if (object.kind === kind && paramKind != null)
      throw new Error(`${kind} ${name}: spec.paramKind is not supported for static manifests`)
    if (object.kind === kind) return
    if (!policyName.endsWith(staticSuffix))
      throw new Error(
        `binding ${name}: spec.policyName ${goQuote(policyName)} must end with ${goQuote(staticSuffix)}`,
      )
    if (paramRef != null)
      throw new Error(`binding ${name}: spec.paramRef is not supported for static manifests`)
  },
})

/** Throws where a binding is to a policy that is not among them. */
export function checkBound(objects: readonly KubeObject[]): void {
  const names = new Set(objects.map(({ kind, metadata }) => `${kind}Binding ${metadata.name}`))
  for (const binding of objects) {
    const { policyName = '' } = specOf(binding)
    if (binding.kind.endsWith('Binding') && !names.has(`${binding.kind} ${policyName}`))
      throw new Error(
        `binding ${goQuote(binding.metadata.name ?? '')} references policy ${goQuote(policyName)} which does not exist in the manifest directory`,
      )
  }
}
