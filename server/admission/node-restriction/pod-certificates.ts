// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitPodCertificateRequest)

import type { PodCertificateRequestSpec } from '../../../api/certificates-v1beta1.ts'
import type { Pod } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject } from '../../../apimachinery/json.ts'
import type { StatusError } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { knownOrNewest } from '../../storage/known-or-newest.ts'
import { forbid, plainError } from '../forbid.ts'
import type { NodeRequest } from './request.ts'

/** Checks a node's PodCertificateRequest: it must be for a pod that runs on the node. Throws where it is not. */
export async function admitPodCertificateRequest(request: NodeRequest): Promise<void> {
  const { attributes } = request
  const { server, subresource } = attributes.request
  if (!gateEnabled(server.gates, 'PodCertificateRequest'))
    throw forbid(attributes, 'PodCertificateRequest feature gate is disabled')
  if (attributes.operation !== 'CREATE')
    throw forbid(attributes, `unexpected operation ${attributes.operation}`)
  if (subresource !== '') throw forbid(attributes, `unexpected subresource ${subresource}`)
  const spec = (attributes.object?.['spec'] ?? {}) as PodCertificateRequestSpec
  await checkNode(request, spec)
  await checkPod(request, spec)
}

async function checkNode(
  { attributes, node, storage }: NodeRequest,
  spec: PodCertificateRequestSpec,
): Promise<void> {
  const { namespace } = attributes.request
  const name = spec.nodeName ?? ''
  if (name !== node)
    throw forbid(
      attributes,
      `PodCertificateRequest.Spec.NodeName=${goQuote(name)}, which is not the requesting node ${goQuote(node)}`,
    )
  const own = (await knownOrNewest(storage, `/registry/minions/${name}`))?.object
  if (own === undefined) throw missing('node', name, name)
  if (own.metadata.uid !== spec.nodeUID)
    throw plainError(
      `PodCertificateRequest for pod ${goQuote(`${namespace}/${spec.podName}`)} names node UID ${goQuote(spec.nodeUID ?? '')}, inconsistent with the running node (${goQuote(own.metadata.uid ?? '')})`,
    )
}

async function checkPod(
  { attributes, storage }: NodeRequest,
  spec: PodCertificateRequestSpec,
): Promise<void> {
  const { namespace } = attributes.request
  const shown = goQuote(`${namespace}/${spec.podName}`)
  const stored = (await knownOrNewest(storage, `/registry/pods/${namespace}/${spec.podName}`))?.object
  if (stored === undefined) throw missing('pod', `${namespace}/${spec.podName}`, spec.podName ?? '')
  const pod = stored as unknown as Pod
  if (stored.metadata.uid !== spec.podUID)
    throw plainError(
      `PodCertificateRequest for pod ${shown} contains pod UID (${goQuote(spec.podUID ?? '')}) which differs from running pod ${goQuote(stored.metadata.uid ?? '')}`,
    )
  if (pod.spec?.nodeName !== spec.nodeName)
    throw forbid(
      attributes,
      `pod ${shown} is not running on node ${goQuote(spec.nodeName ?? '')} named in the PodCertificateRequest`,
    )
  if (getOwn(stored.metadata.annotations, 'kubernetes.io/config.mirror') !== undefined)
    throw forbid(attributes, `pod ${shown} is a mirror pod`)
  const [account, own] = [spec.serviceAccountName ?? '', pod.spec?.serviceAccountName ?? '']
  if (account !== own)
    throw forbid(
      attributes,
      `PodCertificateRequest for pod ${shown} contains serviceAccountName (${goQuote(account)}) that differs from running pod (${goQuote(own)})`,
    )
  const found = (await knownOrNewest(storage, `/registry/serviceaccounts/${namespace}/${account}`))?.object
  checkAccount(found, spec, namespace)
}

function checkAccount(
  account: KubeObject | undefined,
  spec: PodCertificateRequestSpec,
  namespace: string,
): void {
  const name = spec.serviceAccountName ?? ''
  if (account === undefined) throw missing('service account', `${namespace}/${name}`, name)
  if (account.metadata.uid !== spec.serviceAccountUID)
    throw plainError(
      `PodCertificateRequest for pod ${goQuote(`${namespace}/${spec.podName}`)} names service account UID ${goQuote(spec.serviceAccountUID ?? '')}, which differs from the running service account (${goQuote(account.metadata.uid ?? '')})`,
    )
}

/** What is not there may come: the answer is no refusal, so that it is asked again. */
const missing = (what: string, shown: string, name: string): StatusError =>
  plainError(
    `while retrieving ${what} ${goQuote(shown)} named in the PodCertificateRequest: ${what.replace(' ', '')} ${goQuote(name)} not found`,
  )
