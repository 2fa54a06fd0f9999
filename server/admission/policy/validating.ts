// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go
import type { ValidatingAdmissionPolicySpec } from '../../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { AdmissionAttributes, AdmissionPlugin } from '../chain.ts'
import { forbid } from '../forbid.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'
import { policyErrorType } from '../metrics.ts'
import { noteRefusal, PolicyAnnotations } from './audit.ts'
import { policyDialect } from './dialect.ts'
import { GatheredAnswers } from './gathered-answers.ts'
import { conditionsNoted } from './match-conditions.ts'
import { isConfiguration, isReview, type Matched, RequestMatcher } from './matching.ts'
import { ConfigurationError, collectParams, type ParamSource, paramSource } from './params.ts'
import { type BindingSpec, type Hook, ignoresFailures, type Named } from './policy.ts'
import { PolicySource } from './source.ts'
import {
  compileValidator,
  type Reason,
  type Refusal,
  type Validator,
  type Verdict,
  validate,
} from './validate.ts'
import { type VersionedObjects, VersionedRequest } from './versioned.ts'

type ValidatingHook = Hook<ValidatingAdmissionPolicySpec, Validator>

/** The refusal of a request by a policy, and the binding that applies the policy. */
interface Denial {
  readonly policy: string
  readonly binding: string | undefined
  readonly message: string
  readonly reason: Reason
}

const codes: Readonly<Record<Reason, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}

/** Refuses what ValidatingAdmissionPolicies say is not to be. */
export function validatingAdmissionPolicy(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
  manifests?: ManifestFolder,
): AdmissionPlugin {
  const { release, gates } = apiserver.context
  const resources = { policies: 'validatingadmissionpolicies', bindings: 'validatingadmissionpolicybindings' }
  const compile = (policy: Named<ValidatingAdmissionPolicySpec>) => compileValidator(policy, release.minor)
  const source = new PolicySource(apiserver, resources, compile, manifests)
  const enabled = gateEnabled(gates, 'ValidatingAdmissionPolicy')
  return {
    name: 'ValidatingAdmissionPolicy',
    handles: () => enabled && !source.isEmpty,
    async validate(attributes) {
      if (isReview(attributes)) return
      const hooks = isConfiguration(attributes) ? source.fixed : await source.hooks()
      if (hooks.length > 0) await new Validation(apiserver, authorizer, attributes).run(hooks)
    },
  }
}

/** The check of one request by all ValidatingAdmissionPolicies. */
class Validation {
  private readonly apiserver: GenericAPIServer
  private readonly authorizer: GatheredAnswers
  private readonly attributes: AdmissionAttributes
  private readonly matcher: RequestMatcher
  private readonly versioned: VersionedRequest
  private readonly denials: Denial[] = []

  constructor(apiserver: GenericAPIServer, authorizer: Authorizer, attributes: AdmissionAttributes) {
    this.apiserver = apiserver
    this.authorizer = new GatheredAnswers(authorizer)
    this.attributes = attributes
    this.matcher = new RequestMatcher(apiserver)
    this.versioned = new VersionedRequest(apiserver, attributes)
  }

  /** Throws the first refusal, after all have been asked: others may warn. */
  async run(hooks: readonly ValidatingHook[]): Promise<void> {
    for (const hook of hooks) await this.ask(hook)
    const [first] = this.denials
    if (first !== undefined) throw refused(this.attributes, first)
  }

  private async ask(hook: ValidatingHook): Promise<void> {
    const { spec } = hook.policy
    const found = await this.configured(hook, undefined, async () => {
      const matched =
        spec.matchConstraints && (await this.matcher.matches(this.attributes, spec.matchConstraints))
      return matched && { matched, params: paramSource(this.apiserver, spec.paramKind) }
    })
    if (found === undefined) return
    const annotations = new PolicyAnnotations()
    for (const binding of hook.bindings)
      await this.askBinding(hook, binding, found.matched, found.params, annotations)
    annotations.publish(this.attributes.request, hook.policy.name)
  }

  private async askBinding(
    hook: ValidatingHook,
    binding: Named<BindingSpec>,
    matched: Matched,
    source: ParamSource | undefined,
    annotations: PolicyAnnotations,
  ): Promise<void> {
    const { attributes, apiserver } = this
    const { matchResources, paramRef } = binding.spec
    const found = await this.configured(hook, binding, async () => {
      if (matchResources != null && (await this.matcher.matches(attributes, matchResources)) === undefined)
        return undefined
      const { minor } = apiserver.context.release
      const params = await collectParams(source, paramRef, attributes.request.namespace, minor)
      return params.length === 0 ? undefined : { params, objects: await this.objects(matched) }
    })
    if (found === undefined) return
    const { params, objects } = found
    const namespace = await this.matcher.namespaceOf(this.attributes)
    const { clock } = apiserver.context
    for (const param of params) {
      const started = clock.now()
      const verdict = await this.verdict(hook, matched, objects, param, namespace)
      this.heed(hook, binding, verdict)
      this.count(hook, binding, verdict, (clock.now() - started) / 1000)
      for (const [key, value] of verdict.annotations) annotations.add(key, value)
    }
  }

  /** Throws ConfigurationError where they are not in that version. */
  private objects({ kind }: Matched): Promise<VersionedObjects> {
    return this.versioned.of(kind).catch((error: Error) => {
      throw new ConfigurationError(`failed to convert object version: ${error.message}`)
    })
  }

  private verdict(
    { evaluator, policy }: ValidatingHook,
    matched: Matched,
    objects: VersionedObjects,
    params: KubeObject | undefined,
    namespace: KubeObject | undefined,
  ): Verdict | Promise<Verdict> {
    const { attributes, authorizer } = this
    const { variables } = evaluator.composition
    const strictCost = gateEnabled(this.apiserver.context.gates, 'StrictCostEnforcementForVAP')
    const { operation } = attributes
    const labels = { name: policy.name, kind: 'policy', type: 'validate', operation } as const
    const input = { attributes, matched, objects, params, namespace, authorizer, variables, strictCost }
    const noted = conditionsNoted(this.apiserver, labels)
    return authorizer.settle(() => validate(evaluator, input, noted))
  }

  /** @note Upstream tells the time of each expression; here it is that of the policy. */
  private count(
    { policy }: ValidatingHook,
    binding: Named<BindingSpec>,
    { refusals, ignored, annotationErrors }: Verdict,
    seconds: number,
  ): void {
    const note = (message: string, action: string): void =>
      this.apiserver.admissionMetrics.checked(
        { policy: policy.name, binding: binding.name },
        policyErrorType(message),
        action,
        seconds,
      )
    for (const message of ignored) note(message, 'allow')
    for (const { message } of refusals)
      for (const action of this.actions(binding)) note(message, action.toLowerCase())
    for (const message of annotationErrors) note(message, 'deny')
  }

  /** Does what the binding says with refusals: each action for itself. */
  private heed({ policy }: ValidatingHook, binding: Named<BindingSpec>, verdict: Verdict): void {
    const { request } = this.attributes
    for (const refusal of verdict.refusals)
      for (const action of this.actions(binding)) {
        if (action === 'Deny') this.deny(policy.name, binding, refusal)
        if (action === 'Audit') noteRefusal(request, binding, refusal)
        if (action === 'Warn')
          request.warn(
            `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${refusal.message}`,
          )
      }
    for (const message of verdict.annotationErrors)
      this.deny(policy.name, binding, { message, reason: 'Invalid' })
  }

  private actions({ spec }: Named<BindingSpec>): readonly string[] {
    const { actsByBinding } = policyDialect(this.apiserver.context.release.minor)
    return actsByBinding ? (spec.validationActions ?? []) : ['Deny']
  }

  private deny(
    policy: string,
    binding: Named<BindingSpec> | undefined,
    { message, reason }: Pick<Refusal, 'message' | 'reason'>,
  ): void {
    this.denials.push({ policy, binding: binding?.name, message, reason })
  }

  /** What `find` gives; an error of the policy or the binding itself refuses the request, unless failures are ignored. */
  private async configured<T>(
    { policy }: ValidatingHook,
    binding: Named<BindingSpec> | undefined,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof ConfigurationError || error instanceof StatusError)) throw error
      const what = binding === undefined ? 'policy' : 'binding'
      const message = `failed to configure ${what}: ${error.message}`
      if (!ignoresFailures(policy.spec)) this.deny(policy.name, binding, { message, reason: 'Invalid' })
      return undefined
    }
  }
}

function refused(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? '' : ` with binding '${binding}'`}`
  const text = `${by} denied request: ${message}`
  const { status } = forbid(attributes, text)
  return new StatusError(codes[reason], reason, status.message ?? '', {
    ...status.details,
    causes: [...(status.details?.causes ?? []), { message: text }],
  })
}
