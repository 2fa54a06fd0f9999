// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go (ShouldCallHook), matchconditions/matcher.go
import { newForbidden, newInternalError } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { AdmissionAttributes } from '../chain.ts'
import type { ConditionLabels } from '../metrics.ts'
import { type Composition, compose } from '../policy/compile.ts'
import { GatheredAnswers } from '../policy/gathered-answers.ts'
import { conditionsNoted, matchConditions } from '../policy/match-conditions.ts'
import { type Matched, RequestMatcher } from '../policy/matching.ts'
import type { VersionedObjects } from '../policy/versioned.ts'
import type { Hook, WebhookSpec } from './source.ts'

/** A webhook that is to be asked, about the request as one of its rules names it. */
export interface Invocation {
  readonly hook: Hook
  readonly matched: Matched
}

/** Gives the objects of a request in the version of a rule. */
export type InVersion = (matched: Matched) => Promise<VersionedObjects>

/** Says which webhooks a request concerns. */
export class HookMatcher {
  private readonly apiserver: GenericAPIServer
  private readonly authorizer: Authorizer
  private readonly requests: RequestMatcher
  private readonly type: 'admit' | 'validating'
  private readonly compiled = new WeakMap<WebhookSpec, Composition>()

  /** @param type of its webhooks, as metrics call it */
  constructor(apiserver: GenericAPIServer, authorizer: Authorizer, type: 'admit' | 'validating') {
    this.type = type
    this.apiserver = apiserver
    this.authorizer = authorizer
    this.requests = new RequestMatcher(apiserver)
  }

  /** The call of a webhook; undefined: it is not called. Throws the StatusError of a missing namespace, or of a condition that fails. */
  async invocation(
    hook: Hook,
    attributes: AdmissionAttributes,
    inVersion: InVersion,
  ): Promise<Invocation | undefined> {
    const { rules, matchPolicy, namespaceSelector, objectSelector } = hook.spec
    // Without rules a policy is about everything, a webhook about nothing.
    if (!rules?.length) return undefined
    const matched = await this.requests.matches(attributes, {
      resourceRules: rules,
      ...(matchPolicy === undefined ? {} : { matchPolicy }),
      ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
      ...(objectSelector === undefined ? {} : { objectSelector }),
    })
    if (matched === undefined) return undefined
    return (await this.conditionsHold(hook, attributes, matched, inVersion)) ? { hook, matched } : undefined
  }

  private async conditionsHold(
    { spec }: Hook,
    attributes: AdmissionAttributes,
    matched: Matched,
    inVersion: InVersion,
  ): Promise<boolean> {
    if (!spec.matchConditions?.length) return true
    const { minor } = this.apiserver.context.release
    let composition = this.compiled.get(spec)
    if (composition === undefined) {
      composition = compose({ matchConditions: spec.matchConditions }, minor)
      this.compiled.set(spec, composition)
    }
    const authorizer = new GatheredAnswers(this.authorizer)
    const { conditions, variables } = composition
    const input = {
      attributes,
      matched,
      objects: await inVersion(matched),
      params: undefined,
      namespace: undefined,
      authorizer,
      variables,
      strictCost: strictCost(this.apiserver),
    }
    const { admissionMetrics: metrics } = this.apiserver
    const { operation } = attributes
    const labels: ConditionLabels = { name: spec.name ?? '', kind: 'webhook', type: this.type, operation }
    const noted = conditionsNoted(this.apiserver, labels)
    const result = await authorizer.settle(() =>
      matchConditions(conditions, input, spec.failurePolicy === 'Ignore', noted),
    )
    if ('matches' in result) {
      if (!result.matches) metrics.excluded(labels)
      return result.matches
    }
    const { group, resource, name } = attributes.request
    throw newForbidden({ group, resource }, name, result.error)
  }
}

/** Throws the error of a conversion as webhooks tell it: an internal one. */
export const unconverted = (error: unknown): never => {
  throw newInternalError((error as Error).message)
}

const strictCost = ({ context: { gates } }: GenericAPIServer): boolean =>
  gateEnabled(gates, 'StrictCostEnforcementForWebhooks')
