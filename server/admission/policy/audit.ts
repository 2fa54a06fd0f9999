// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go (audit annotations)
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import type { ApiRequest } from '../../registry/generic/request.ts'
import type { BindingSpec, Named } from './policy.ts'
import type { Refusal } from './validate.ts'

const maxValue = 10 * 1024

/** Notes a refusal that a binding wants audited. */
export function noteRefusal(
  request: Pick<ApiRequest, 'annotate'>,
  binding: Named<BindingSpec>,
  refusal: Refusal,
): void {
  const value = [
    {
      message: refusal.message,
      policy: binding.spec.policyName,
      binding: binding.name,
      expressionIndex: refusal.index,
      validationActions: binding.spec.validationActions,
    },
  ]
  request.annotate?.('validation.policy.admission.k8s.io/validation_failure', goJSON(value))
}

/** The annotations of one policy, which several bindings and parameters may give. */
export class PolicyAnnotations {
  private readonly values = new Map<string, Set<string>>()

  add(key: string, value: string): void {
    const cut = Buffer.from(value).subarray(0, maxValue).toString()
    const known = this.values.get(key)
    if (known === undefined) this.values.set(key, new Set([cut]))
    else known.add(cut)
  }

  publish(request: Pick<ApiRequest, 'annotate'>, policy: string): void {
    for (const [key, values] of this.values) request.annotate?.(`${policy}/${key}`, [...values].join(', '))
  }
}
