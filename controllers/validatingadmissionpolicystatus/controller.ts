// Upstream: pkg/controller/validatingadmissionpolicystatus/controller.go

import type {
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from '../../api/admissionregistration-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import type { KnownTypes } from '../../cel/admission/type-checker.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { ResourceKinds } from './resource-kinds.ts'
import { type GroupVersionKind, SchemaResolver } from './schemas.ts'
import { expressionWarnings, kindsOf, type TypedKind } from './type-check.ts'

type Policy = KubeObject & {
  readonly spec?: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus
}

const manager = 'validatingadmissionpolicy-status'

/** Checks the expressions of ValidatingAdmissionPolicies against the types that they are about, and tells it in their status. */
export function startValidatingAdmissionPolicyStatus(
  context: ControllerContext,
  version: string,
): Controller {
  const { client, minor, clock } = context
  const path = `/apis/admissionregistration.k8s.io/${version}/validatingadmissionpolicies`
  const policies = context.informers.on(path, { onChange: ({ metadata }) => queue.add(metadata.name!) })
  const kinds = new ResourceKinds(client)
  const schemas = new SchemaResolver(schemeFor(recordedNextTo(minor)), client)

  const nameOf = (kind: string): string => `${kind}${(clock.now() % 1000) * 1_000_000}`

  const typed = async (kind: GroupVersionKind): Promise<TypedKind[]> => {
    const type = await schemas.type(kind, nameOf(kind.kind))
    return type === undefined ? [] : [{ kind, type }]
  }

  const paramsOf = async ({ paramKind }: ValidatingAdmissionPolicySpec): Promise<KnownTypes['params']> => {
    if (paramKind == null) return undefined
    const { apiVersion = '', kind = '' } = paramKind
    return { type: await schemas.type({ ...parseApiVersion(apiVersion), kind }, nameOf(kind)) }
  }

  const queue = new ReconcileQueue(context, manager, async (name) => {
    const policy = policies.items.get(name) as Policy | undefined
    if (policy === undefined) return
    const { spec = {}, status, metadata } = policy
    const { generation = 0 } = metadata
    if (generation <= (status?.observedGeneration ?? 0)) return
    kinds.forget()
    const found = await kindsOf(spec, (...wanted) => kinds.kindsFor(...wanted))
    const types = (await Promise.all(found.map(typed))).flat()
    const warnings = expressionWarnings(spec, types, await paramsOf(spec), minor)
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings }
    await client.patch(
      `${path}/${name}/status?fieldManager=${manager}&force=true`,
      {
        apiVersion: `admissionregistration.k8s.io/${version}`,
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name },
        status: { observedGeneration: generation, typeChecking },
      },
      'application/apply-patch+yaml',
    )
  })
  return queue
}
