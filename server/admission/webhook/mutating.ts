// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/{plugin,dispatcher,reinvocationcontext}.go
import { goJSON } from '../../../apimachinery/go-print/marshal.ts'
import { deepCopy, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { apiVersionOf } from '../../registry/generic/runtime.ts'
import type { WebhookClient } from '../../webhook/webhook-client.ts'
import type { AdmissionAttributes, AdmissionPlugin } from '../chain.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'
import type { Matched } from '../policy/matching.ts'
import {
  converted,
  inKind,
  objectsIn,
  type TypeParts,
  typePartsOf,
  type VersionedObjects,
} from '../policy/versioned.ts'
import { callHook } from './call.ts'
import { CallingError, denied, outcomeOf } from './errors.ts'
import { isExempt } from './exempt.ts'
import { HookMatcher, type Invocation, unconverted } from './invocation.ts'
import { patched } from './patched.ts'
import { type Hook, HookSource } from './source.ts'

const pluginName = 'MutatingAdmissionWebhook'

/** Which webhooks are asked once more, after others changed the object. */
class Reinvoked {
  private output: KubeObject | undefined
  private invoked = new Set<string>()
  private again = new Set<string>()

  isDue(hook: Hook): boolean {
    return this.again.has(hook.uid)
  }
  hasChangedSince(object: KubeObject | undefined): boolean {
    return !semanticEqual(this.output, object)
  }
  remember(object: KubeObject | undefined): void {
    this.output = object && deepCopy(object)
  }
  add(hook: Hook): void {
    this.invoked.add(hook.uid)
  }
  requireAll(): void {
    for (const uid of this.invoked) this.again.add(uid)
    this.invoked = new Set()
  }
}

/** Asks the webhooks of MutatingWebhookConfigurations, one after the other. @param kubeConfigFile credentials for them; empty: none */
export function mutatingAdmissionWebhook(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
  kubeConfigFile: string,
  manifests?: ManifestFolder,
): AdmissionPlugin {
  const source = new HookSource(apiserver, 'mutatingwebhookconfigurations', manifests)
  const matcher = new HookMatcher(apiserver, authorizer, 'admit')
  return {
    name: pluginName,
    handles: () => !source.isEmpty,
    async admit(attributes) {
      const hooks = isExempt(attributes) ? source.fixed : await source.hooks()
      if (hooks.length === 0) return
      await new Dispatch({ apiserver, matcher, kubeConfigFile }, attributes).run(hooks)
    },
  }
}

interface Parts {
  readonly apiserver: GenericAPIServer
  readonly matcher: HookMatcher
  readonly kubeConfigFile: string
}

/** The calls of all mutating webhooks for one object. */
class Dispatch {
  private readonly parts: Parts
  private readonly attributes: AdmissionAttributes
  private readonly reinvoked: Reinvoked
  private readonly types: TypeParts
  private objects: VersionedObjects | undefined
  private dirty = false

  constructor(parts: Parts, attributes: AdmissionAttributes) {
    this.parts = parts
    this.attributes = attributes
    this.types = typePartsOf(parts.apiserver, attributes)
    const { kept } = attributes.reinvocation
    this.reinvoked = (kept.get(pluginName) as Reinvoked | undefined) ?? new Reinvoked()
    kept.set(pluginName, this.reinvoked)
  }

  async run(hooks: readonly Hook[]): Promise<void> {
    const { reinvocation, object } = this.attributes
    if (reinvocation.again && this.reinvoked.hasChangedSince(object)) this.reinvoked.requireAll()
    try {
      for (const [index, hook] of hooks.entries()) await this.one(hook, index)
      if (this.dirty) await this.store()
    } finally {
      this.reinvoked.remember(this.attributes.object)
    }
  }

  private async one(hook: Hook, index: number): Promise<void> {
    const { apiserver, matcher, kubeConfigFile } = this.parts
    const { reinvocation } = this.attributes
    const invocation = await matcher.invocation(hook, this.seen(), (matched) => this.inVersion(matched))
    if (invocation === undefined) return
    if (reinvocation.again && !this.reinvoked.isDue(hook)) return
    const objects = await this.inVersion(invocation.matched)
    const note = annotator(this.attributes, hook, reinvocation.again ? 1 : 0, index)
    const client = apiserver.webhooks.client(kubeConfigFile)
    const started = apiserver.context.clock.now()
    const result = await this.ask(client, invocation, objects, note).catch((error: unknown) => error as Error)
    this.count(hook, typeof result === 'boolean' ? undefined : result, started)
    const changed = result === true
    note.mutation(changed)
    if (changed) {
      this.reinvoked.requireAll()
      reinvocation.wanted = true
    }
    if (hook.spec.reinvocationPolicy === 'IfNeeded') this.reinvoked.add(hook)
    if (typeof result === 'boolean') return
    if (!(result instanceof CallingError)) throw result
    if (hook.spec.failurePolicy !== 'Ignore') throw result.status
    apiserver.admissionMetrics.failedOpen(hook.name, 'admit')
    note.failedOpen()
  }

  private count({ name, spec }: Hook, error: Error | undefined, started: number): void {
    const { context, admissionMetrics } = this.parts.apiserver
    const outcome = outcomeOf(error, spec.failurePolicy === 'Ignore')
    const seconds = (context.clock.now() - started) / 1000
    admissionMetrics.webhook(name, 'admit', this.attributes, outcome, seconds)
    this.attributes.request.tookElsewhere?.('admit', seconds)
  }

  /** The request's attributes, with the object as the webhooks before changed it. */
  private seen(): AdmissionAttributes {
    return this.objects?.object === undefined
      ? this.attributes
      : { ...this.attributes, object: this.objects.object }
  }

  /** Whether the webhook changed the object. */
  private async ask(
    client: WebhookClient,
    invocation: Invocation,
    objects: VersionedObjects,
    note: Annotator,
  ): Promise<boolean> {
    const { apiserver } = this.parts
    const { hook } = invocation
    const verdict = await callHook(apiserver, client, invocation, this.attributes, objects, true)
    if (!verdict.allowed) throw denied(hook.name, verdict.result)
    const result = await patched(apiserver, this.types, hook, verdict, objects)
    if (result === undefined) return false
    note.patch(result.operations)
    const changed = !semanticEqual(objects.object, result.object)
    objects.object = result.object
    this.dirty = true
    return changed
  }

  private async inVersion({ kind }: Matched): Promise<VersionedObjects> {
    const known = this.objects
    if (
      known !== undefined &&
      known.kind.kind === kind.kind &&
      apiVersionOf(known.kind) === apiVersionOf(kind)
    )
      return known
    if (this.dirty) await this.store()
    // Upstream wraps the error where it converts, and again where it asked for that.
    this.objects = await objectsIn(this.types, this.attributes, kind).catch(unconverted).catch(unconverted)
    return this.objects
  }

  /** What webhooks changed becomes the object of the request, in the version that is stored. */
  private async store(): Promise<void> {
    const { apiserver } = this.parts
    const { object, request, kind } = this.attributes
    const changed = this.objects?.object
    if (object === undefined || changed === undefined) return
    const found = apiserver.registry.resource(request.group, request.version, request.resource)
    const store = found?.custom === undefined ? found?.store : undefined
    const ofResource = store !== undefined && store.facts.storageKind.kind === object.kind
    const whole = deepCopy(changed)
    // Custom resources are written in the version of the request.
    const next = ofResource
      ? store.toStorage(whole)
      : found?.custom === undefined
        ? await inKind(this.types, whole, kind)
        : await converted(this.types, whole, object.apiVersion)
    for (const key of Object.keys(object)) delete object[key]
    Object.assign(object, next)
    this.dirty = false
  }
}

interface Annotator {
  mutation(mutated: boolean): void
  patch(operations: unknown): void
  failedOpen(): void
}

/** Notes for the audit log what a webhook did. */
function annotator({ request }: AdmissionAttributes, hook: Hook, round: number, index: number): Annotator {
  const at = `round_${round}_index_${index}`
  const named = { configuration: hook.configuration, webhook: hook.name }
  return {
    mutation: (mutated) =>
      request.annotate?.(`mutation.webhook.admission.k8s.io/${at}`, goJSON({ ...named, mutated })),
    patch: (patch) =>
      request.annotate?.(
        `patch.webhook.admission.k8s.io/${at}`,
        goJSON({ ...named, patch, patchType: 'JSONPatch' }),
        'Request',
      ),
    failedOpen: () => request.annotate?.(`failed-open.mutation.webhook.admission.k8s.io/${at}`, hook.name),
  }
}
