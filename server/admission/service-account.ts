// Upstream: plugin/pkg/admission/serviceaccount/admission.go

import type { Pod, PodSpec, ServiceAccount, Volume } from '../../api/core-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { isValidPathSegmentName } from '../../apimachinery/validation/names.ts'
import { type Random, randomSuffix } from '../../component-base/random.ts'
import type { Storage } from '../storage/interface.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'
import { mountableSecretProblem } from './mountable-secrets.ts'
import { podOf } from './pod-request.ts'

const mirrorAnnotation = 'kubernetes.io/config.mirror'
const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount'
const volumePrefix = 'kube-api-access'

/** Gives pods their service account and its token, and refuses those whose account is missing. */
export function serviceAccountPlugin(parts: { storage: Storage; random: Random }): AdmissionPlugin {
  return {
    name: 'ServiceAccount',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: new Set(['/pods']),
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined || attributes.operation !== 'CREATE') return
      pod.spec ??= {}
      if (isMirror(pod)) return refuseMirror(attributes, pod.spec)
      pod.spec.serviceAccountName ||= 'default'
      pod.spec.serviceAccount = pod.spec.serviceAccountName
      const account = await lookUp(parts.storage, attributes, pod.spec.serviceAccountName)
      if (pod.spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true)
        mountToken(pod.spec, parts.random)
      if (!pod.spec.imagePullSecrets?.length && account.imagePullSecrets?.length)
        pod.spec.imagePullSecrets = account.imagePullSecrets.map(({ name }) => ({
          ...(name ? { name } : {}),
        }))
    },
    async validate(attributes) {
      const ephemeral = podOf(attributes, 'ephemeralcontainers')
      const pod = podOf(attributes) ?? ephemeral
      if (pod === undefined || (attributes.operation !== 'CREATE' && ephemeral === undefined)) return
      const spec = pod.spec ?? {}
      if (ephemeral === undefined && isMirror(pod)) return refuseMirror(attributes, spec)
      const { namespace } = attributes.request
      if (!spec.serviceAccountName)
        throw forbid(
          attributes,
          `no service account specified for pod ${namespace}/${pod.metadata?.name ?? ''}`,
        )
      const account = await lookUp(parts.storage, attributes, spec.serviceAccountName)
      if (!isTrue(getOwn(account.metadata?.annotations, 'kubernetes.io/enforce-mountable-secrets'))) return
      const problem = mountableSecretProblem(spec, account, ephemeral !== undefined)
      if (problem !== undefined) throw forbid(attributes, problem)
    },
  }
}

const isMirror = (pod: Pod): boolean => getOwn(pod.metadata?.annotations, mirrorAnnotation) !== undefined
const isTrue = (text: string | undefined): boolean =>
  ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text ?? '')

async function lookUp(
  storage: Storage,
  attributes: AdmissionAttributes,
  name: string,
): Promise<ServiceAccount> {
  const { namespace } = attributes.request
  const failed = (why: string): Error =>
    forbid(attributes, `error looking up service account ${namespace}/${name}: ${why}`)
  // The client that asks refuses such a name itself.
  const wrong = isValidPathSegmentName(name)
  if (wrong.length > 0) throw failed(`invalid resource name ${goQuote(name)}: [${wrong.join(' ')}]`)
  const record = await knownOrNewest(storage, `/registry/serviceaccounts/${namespace}/${name}`)
  if (record === undefined) throw failed(`serviceaccount "${name}" not found`)
  return record.object as unknown as ServiceAccount
}

/** Static pods stand for files on a machine, and so may not use what the API holds. */
function refuseMirror(attributes: AdmissionAttributes, spec: PodSpec): void {
  if (spec.serviceAccountName) throw forbid(attributes, 'a mirror pod may not reference service accounts')
  if (usesSecrets(spec)) throw forbid(attributes, 'a mirror pod may not reference secrets')
  if ((spec.volumes ?? []).some((v) => v.projected?.sources?.some((s) => s.serviceAccountToken))) {
    throw forbid(attributes, 'a mirror pod may not use ServiceAccountToken volume projections')
  }
}

function usesSecrets(spec: PodSpec): boolean {
  const containers = [
    ...(spec.initContainers ?? []),
    ...(spec.containers ?? []),
    ...(spec.ephemeralContainers ?? []),
  ]
  return (
    (spec.imagePullSecrets ?? []).some((s) => s.name) ||
    containers.some(
      (c) => c.envFrom?.some((e) => e.secretRef?.name) || c.env?.some((e) => e.valueFrom?.secretKeyRef?.name),
    ) ||
    (spec.volumes ?? []).some(
      (v) =>
        v.secret?.secretName ||
        v.projected?.sources?.some((s) => s.secret?.name) ||
        v.azureFile?.secretName ||
        v.csi?.nodePublishSecretRef?.name,
    )
  )
}

function mountToken(spec: PodSpec, random: Random): void {
  const existing = spec.volumes?.find((v) => v.name?.startsWith(`${volumePrefix}-`))
  const name = existing?.name ?? `${volumePrefix}-${randomSuffix(random)}`
  let needed = false
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    if (container.volumeMounts?.some((m) => m.mountPath === tokenPath)) continue
    container.volumeMounts = [
      ...(container.volumeMounts ?? []),
      { name, readOnly: true, mountPath: tokenPath },
    ]
    needed = true
  }
  if (existing === undefined && needed) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)]
}

const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 0o644,
  },
})
