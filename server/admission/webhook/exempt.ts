// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go (IsExempt…)
import type { AdmissionAttributes } from '../chain.ts'
import { webhookDialect } from './dialect.ts'

/** Whether no webhook is asked about a request: one could keep itself from being mended. */
export function isExempt({ kind, request }: AdmissionAttributes): boolean {
  if (kind.group !== 'admissionregistration.k8s.io') return false
  const { exemptsPolicies, exemptsMutatingPolicies } = webhookDialect(request.server.release.minor)
  if (kind.kind.endsWith('WebhookConfiguration')) return true
  if (/^ValidatingAdmissionPolicy(Binding)?$/.test(kind.kind)) return exemptsPolicies
  return /^MutatingAdmissionPolicy(Binding)?$/.test(kind.kind) && exemptsMutatingPolicies
}
