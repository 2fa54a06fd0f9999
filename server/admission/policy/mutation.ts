// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/{generic/policy_dispatcher,mutating/dispatcher}.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { newInternalError, StatusError } from '../../../apimachinery/status-error.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import { goType, internalType } from '../../endpoints/body-decoder.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { MutatingPolicySpec } from '../../registry/admissionregistration/mutating-validation.ts'
import { semanticDeepEqual } from '../../registry/core/semantic-deep-equal.ts'
import { apiVersionOf } from '../../registry/generic/runtime.ts'
import type { AdmissionAttributes } from '../chain.ts'
import { forbid } from '../forbid.ts'
import { policyErrorType } from '../metrics.ts'
import { activate, type EvaluationInput } from './activation.ts'
import { appliedTo } from './apply-configuration.ts'
import { Budget, evaluate, OutOfBudget, runtimeCostBudget } from './evaluate.ts'
import { GatheredAnswers } from './gathered-answers.ts'
import { MutationError, patchedByJson, wrongField } from './json-patch.ts'
import { conditionsNoted, matchConditions } from './match-conditions.ts'
import { type Matched, RequestMatcher, requestedVersion } from './matching.ts'
import type { CompiledMutation, Mutator } from './mutator.ts'
import { ConfigurationError, collectParams, paramSource } from './params.ts'
import { type BindingSpec, type Hook, ignoresFailures, type Named } from './policy.ts'
import { PolicyReinvocation } from './reinvocation.ts'
import {
  converted,
  inKind,
  type TypeParts,
  typePartsOf,
  type VersionedObjects,
  VersionedRequest,
} from './versioned.ts'

type MutatingHook = Hook<MutatingPolicySpec, Mutator>

/** A policy that is asked about a request, with one parameter of one binding. */
interface Invocation {
  readonly hook: MutatingHook
  readonly binding: Named<BindingSpec>
  readonly matched: Matched
  readonly params: KubeObject | undefined
}

/** An error of a policy, and of which binding. */
interface PolicyError {
  readonly hook: MutatingHook
  readonly binding: Named<BindingSpec> | undefined
  readonly message: string
  /** The reason of the answer; undefined: that of a refusal. */
  readonly reason?: 'Invalid'
}

const keyOf = ({ hook, binding, params }: Invocation): string =>
  JSON.stringify([hook.policy.name, binding.name, params?.metadata.namespace, params?.metadata.name])

/** The application of all MutatingAdmissionPolicies to one request. */
export class Mutation {
  private readonly apiserver: GenericAPIServer
  private readonly authorizer: GatheredAnswers
  private readonly attributes: AdmissionAttributes
  private readonly matcher: RequestMatcher
  private readonly versioned: VersionedRequest
  private readonly parts: TypeParts
  private readonly errors: PolicyError[] = []
  private last: Matched | undefined
  private isDirty = false

  constructor(apiserver: GenericAPIServer, authorizer: Authorizer, attributes: AdmissionAttributes) {
    this.apiserver = apiserver
    this.authorizer = new GatheredAnswers(authorizer)
    this.attributes = attributes
    this.matcher = new RequestMatcher(apiserver)
    this.versioned = new VersionedRequest(apiserver, attributes)
    this.parts = typePartsOf(apiserver, attributes)
  }

  /** Changes the object in place. Throws the errors of policies that are not to be ignored, as one. */
  async run(hooks: readonly MutatingHook[]): Promise<void> {
    const invocations: Invocation[] = []
    for (const hook of hooks) invocations.push(...(await this.invocations(hook)))
    if (invocations.length > 0) await this.invokeAll(invocations)
    const counted = this.errors.filter(({ hook }) => !ignoresFailures(hook.policy.spec))
    if (counted.length > 0) throw refused(this.attributes, counted)
  }

  private async invocations(hook: MutatingHook): Promise<Invocation[]> {
    const { paramKind, matchConstraints } = hook.policy.spec
    const found = await this.configured(hook, undefined, async () => {
      const matched = matchConstraints && (await this.matcher.matches(this.attributes, matchConstraints))
      return matched && { matched, params: paramSource(this.apiserver, paramKind) }
    })
    if (found === undefined) return []
    const invocations: Invocation[] = []
    const { matched } = found
    for (const binding of hook.bindings) {
      const { matchResources, paramRef } = binding.spec
      const meant = await this.configured(
        hook,
        binding,
        async () => matchResources == null || (await this.matcher.matches(this.attributes, matchResources)),
      )
      // An object that is not in the version of the rule is the policy's fault, not the binding's.
      if (!meant || !(await this.configured(hook, undefined, () => this.objects(matched)))) continue
      const params = await this.configured(hook, binding, () => {
        const { minor } = this.apiserver.context.release
        return collectParams(found.params, paramRef, this.attributes.request.namespace, minor)
      })
      for (const one of params ?? []) invocations.push({ hook, binding, matched, params: one })
    }
    return invocations
  }

  /** Throws ConfigurationError where they are not in that version. */
  private objects({ kind }: Matched): Promise<VersionedObjects> {
    return this.versioned.of(kind).catch((error: Error) => {
      throw new ConfigurationError(error.message)
    })
  }

  private async configured<T>(
    hook: MutatingHook,
    binding: Named<BindingSpec> | undefined,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof ConfigurationError || error instanceof StatusError)) throw error
      const what = binding === undefined ? 'policy' : 'binding'
      this.errors.push({ hook, binding, message: `failed to configure ${what}: ${error.message}` })
      return undefined
    }
  }

  private async invokeAll(invocations: readonly Invocation[]): Promise<void> {
    const { reinvocation, object } = this.attributes
    const own = this.ownReinvocation()
    if (reinvocation.again && own.hasChanged(object)) own.askAgain()
    try {
      const namespace = await this.matcher.namespaceOf(this.attributes)
      for (const invocation of invocations) await this.invoke(invocation, own, namespace)
      if (!this.isDirty) return
      own.askAgain()
      reinvocation.wanted = true
      await this.takeOver()
    } finally {
      own.remember(object)
    }
  }

  private ownReinvocation(): PolicyReinvocation {
    const { kept } = this.attributes.reinvocation
    const known = kept.get('MutatingAdmissionPolicy')
    if (known instanceof PolicyReinvocation) return known
    const made = new PolicyReinvocation()
    kept.set('MutatingAdmissionPolicy', made)
    return made
  }

  private async invoke(
    invocation: Invocation,
    own: PolicyReinvocation,
    namespace: KubeObject | undefined,
  ): Promise<void> {
    const { hook, matched } = invocation
    const { attributes } = this
    const input = await this.input(invocation, namespace)
    const requested = { ...input, matched: { ...matched, resource: requestedVersion(attributes) } }
    const noted = conditionsNoted(this.apiserver, {
      name: hook.policy.name,
      kind: 'policy',
      type: 'validate',
      operation: attributes.operation,
    })
    const { conditions } = hook.evaluator.composition
    const meant = await this.authorizer.settle(() =>
      matchConditions(conditions, requested, ignoresFailures(hook.policy.spec), noted),
    )
    if ('error' in meant) this.fail(invocation, meant.error)
    if ('error' in meant || !meant.matches) return
    const key = keyOf(invocation)
    if (attributes.reinvocation.again && !own.isWantedAgain(key)) return
    const before = input.objects.object
    for (const mutation of hook.evaluator.mutations) await this.mutate(invocation, mutation, input)
    if (!semanticDeepEqual(before, input.objects.object)) {
      own.askAgain()
      attributes.reinvocation.wanted = true
    }
    if (hook.policy.spec.reinvocationPolicy === 'IfNeeded') own.add(key)
  }

  private async input(
    { hook, matched, params }: Invocation,
    namespace: KubeObject | undefined,
  ): Promise<EvaluationInput> {
    const { attributes, authorizer } = this
    const { variables } = hook.evaluator.composition
    const objects = await this.versioned.of(matched.kind)
    return { attributes, matched, objects, params, namespace, authorizer, variables, strictCost: true }
  }

  private async mutate(
    invocation: Invocation,
    mutation: CompiledMutation,
    input: EvaluationInput,
  ): Promise<void> {
    const { objects } = input
    this.last = invocation.matched
    const { object } = objects
    if (object === undefined) return
    const { context, admissionMetrics } = this.apiserver
    const started = context.clock.now()
    const count = (message?: string): void =>
      admissionMetrics.mutated(
        { policy: invocation.hook.policy.name, binding: invocation.binding.name },
        policyErrorType(message),
        (context.clock.now() - started) / 1000,
      )
    try {
      objects.object = await this.defaulted(
        await this.authorizer.settle(() => this.patched(object, mutation, input)),
      )
      this.isDirty = true
      count()
    } catch (error) {
      count((error as Error).message)
      if (!(error instanceof MutationError || error instanceof OutOfBudget)) throw error
      this.fail(invocation, error.message)
    }
  }

  private patched(object: KubeObject, mutation: CompiledMutation, input: EvaluationInput): KubeObject {
    const { compiled } = mutation
    if (compiled.error !== undefined) throw new MutationError(compiled.error)
    const activation = activate(input, { namespace: true, authorizer: true })
    const result = evaluate(mutation, activation, new Budget(runtimeCostBudget))
    if (result.error !== undefined) throw new MutationError(result.error)
    const wrong = mutation.patchType === 'JSONPatch' ? wrongField(result.value) : undefined
    if (wrong !== undefined)
      throw new MutationError(`expression '${mutation.text}' resulted in error: ${wrong}`)
    const patch = mutation.patchType === 'JSONPatch' ? patchedByJson : appliedTo
    return patch(this.apiserver, object, result.value, this.parts)
  }

  /** With the defaults of its type. Throws MutationError where the rule names another version than the request. */
  private async defaulted(object: KubeObject): Promise<KubeObject> {
    const { registry, scheme } = this.apiserver
    const { kind, request } = this.attributes
    const { group, version } = parseApiVersion(object.apiVersion)
    const isTyped = scheme.isRegistered(group, version, object.kind)
    if (isTyped && object.apiVersion !== apiVersionOf(kind) && object.kind === kind.kind)
      throw new MutationError(
        `converting (${goType({ group, version, kind: object.kind })}) to (${goType(kind)}): unknown conversion`,
      )
    this.parts.scheme.setSchemaDefaults(object)
    const store = registry.store(request.group, request.resource)
    return store?.facts.storageKind.kind === object.kind && isTyped
      ? inKind(this.parts, store.toStorage(object), kind)
      : object
  }

  /** The object of the request becomes what the last policy left. Throws 500. */
  private async takeOver(): Promise<void> {
    const { object: target } = this.attributes
    const { object } = await this.versioned.of(this.last!.kind)
    if (target === undefined || object === undefined) return
    if (object.kind !== target.kind)
      throw newInternalError(
        `failed to convert object: converting (${goType({ ...parseApiVersion(object.apiVersion), kind: object.kind })}) to (${internalType(this.attributes.kind)}): unknown conversion`,
      )
    const stored =
      object.apiVersion === target.apiVersion
        ? object
        : await converted(this.parts, object, target.apiVersion)
    for (const key of Object.keys(target)) delete target[key]
    Object.assign(target, stored)
  }

  private fail({ hook, binding }: Invocation, message: string): void {
    this.errors.push({ hook, binding, message, reason: 'Invalid' })
  }
}

const textOf = ({ hook, binding, message }: PolicyError): string =>
  binding === undefined
    ? `policy "${hook.policy.name}" denied request: ${message}`
    : `policy '${hook.policy.name}' with binding '${binding.name}' denied request: ${message}`

/** @note The code is that of Forbidden, whatever the reason. */
function refused(attributes: AdmissionAttributes, errors: readonly PolicyError[]): StatusError {
  const { status } = forbid(attributes, '')
  const causes = errors.map((error) => ({ message: textOf(error) }))
  const reason = errors[0]!.reason ?? 'Forbidden'
  return new StatusError(403, reason, causes[0]!.message, { ...status.details, causes })
}
