// Upstream: plugin/pkg/admission/serviceaccount/admission.go (limitSecretReferences)
import type { Container, PodSpec, ServiceAccount } from '../../api/core-v1.ts'

/** The first secret of a pod that its service account does not list. `ephemeral`: only ephemeral containers count. */
export function mountableSecretProblem(
  spec: PodSpec,
  account: ServiceAccount,
  ephemeral: boolean,
): string | undefined {
  const known = new Set((account.secrets ?? []).map((s) => s.name ?? ''))
  const accountName = account.metadata?.name ?? ''
  const tail = `is not allowed because service account ${accountName} does not reference that`
  const ofContainer = (kind: string, c: Container): string | undefined => {
    for (const env of c.env ?? []) {
      const name = env.valueFrom?.secretKeyRef?.name
      if (env.valueFrom?.secretKeyRef && !known.has(name ?? ''))
        return `${kind} ${c.name} with envVar ${env.name} referencing secret.secretName="${name ?? ''}" ${tail} secret`
    }
    const from = (c.envFrom ?? []).find((e) => e.secretRef && !known.has(e.secretRef.name ?? ''))
    return (
      from &&
      `${kind} ${c.name} with envFrom referencing secret.secretName="${from.secretRef?.name ?? ''}" ${tail} secret`
    )
  }
  const first = (kind: string, containers: readonly Container[] | undefined): string | undefined =>
    (containers ?? []).map((c) => ofContainer(kind, c)).find((text) => text !== undefined)
  if (ephemeral) return first('ephemeral container', spec.ephemeralContainers)
  const volume = (spec.volumes ?? []).find((v) => v.secret && !known.has(v.secret.secretName ?? ''))
  if (volume) return `volume with secret.secretName="${volume.secret?.secretName ?? ''}" ${tail} secret`
  const found = first('init container', spec.initContainers) ?? first('container', spec.containers)
  if (found !== undefined) return found
  const pulls = new Set((account.imagePullSecrets ?? []).map((s) => s.name ?? ''))
  const i = (spec.imagePullSecrets ?? []).findIndex((s) => !pulls.has(s.name ?? ''))
  return i === -1
    ? undefined
    : `imagePullSecrets[${i}].name="${spec.imagePullSecrets![i]!.name ?? ''}" ${tail} imagePullSecret`
}
