// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/{plugin,dispatcher}.go
import { StatusError } from '../../../apimachinery/status-error.ts'
import type { Authorizer } from '../../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { AdmissionAttributes, AdmissionPlugin } from '../chain.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'
import type { Matched } from '../policy/matching.ts'
import { type VersionedObjects, VersionedRequest } from '../policy/versioned.ts'
import { callHook } from './call.ts'
import { CallingError, denied, outcomeOf } from './errors.ts'
import { isExempt } from './exempt.ts'
import { HookMatcher, type Invocation, unconverted } from './invocation.ts'
import { HookSource } from './source.ts'

/** Asks the webhooks of ValidatingWebhookConfigurations, all at once. @param kubeConfigFile credentials for them; empty: none */
export function validatingAdmissionWebhook(
  apiserver: GenericAPIServer,
  authorizer: Authorizer,
  kubeConfigFile: string,
  manifests?: ManifestFolder,
): AdmissionPlugin {
  const source = new HookSource(apiserver, 'validatingwebhookconfigurations', manifests)
  const matcher = new HookMatcher(apiserver, authorizer, 'validating')
  return {
    name: 'ValidatingAdmissionWebhook',
    handles: () => !source.isEmpty,
    async validate(attributes) {
      const versions = new VersionedRequest(apiserver, attributes)
      const inVersion = ({ kind }: Matched): Promise<VersionedObjects> => versions.of(kind).catch(unconverted)
      const invocations: [Invocation, VersionedObjects][] = []
      for (const hook of isExempt(attributes) ? source.fixed : await source.hooks()) {
        const one = await matcher.invocation(hook, attributes, inVersion)
        if (one === undefined) continue
        invocations.push([one, await inVersion(one.matched)])
      }
      if (invocations.length === 0) return
      const client = apiserver.webhooks.client(kubeConfigFile)
      const errors = await Promise.all(
        invocations.map(([one, objects], index) =>
          refusal(apiserver, attributes, one, index, () =>
            callHook(apiserver, client, one, attributes, objects, false),
          ),
        ),
      )
      const first = errors.find((error) => error !== undefined)
      if (first !== undefined) throw first
    },
  }
}

/** The error that a webhook's verdict, or its failure, comes to; undefined: it lets the request pass. */
async function refusal(
  { context: { clock }, admissionMetrics: metrics }: GenericAPIServer,
  attributes: AdmissionAttributes,
  { hook: { name, spec } }: Invocation,
  index: number,
  call: () => ReturnType<typeof callHook>,
): Promise<StatusError | undefined> {
  const started = clock.now()
  const ignores = spec.failurePolicy === 'Ignore'
  const error = await call().then(
    ({ allowed, result }) => (allowed ? undefined : denied(name, result)),
    (failure: Error) => failure,
  )
  const seconds = (clock.now() - started) / 1000
  metrics.webhook(name, 'validating', attributes, outcomeOf(error, ignores), seconds)
  attributes.request.tookElsewhere?.('validate', seconds)
  if (error === undefined || error instanceof StatusError) return error
  if (!(error instanceof CallingError)) throw error
  if (!ignores) return error.status
  metrics.failedOpen(name, 'validating')
  const { annotate } = attributes.request
  annotate?.(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, name)
  return undefined
}
