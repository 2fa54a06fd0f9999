// Upstream: pkg/registry/core/serviceaccount/storage/token.go (what a token is bound to)

import type { PodSpec } from '../../../api/core-v1.ts'
import { isObject, type JsonObject, type KubeObject } from '../../../apimachinery/json.ts'
import { parseApiVersion } from '../../../apimachinery/scheme/api-version.ts'
import { newBadRequest, newConflict, newNotFound } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { endpointsDialect } from '../dialect.ts'
import type { BoundTokenRequest, ServiceAccountTokenOptions } from './service-account-tokens.ts'

/** The object that a token is bound to; it is invalid when the object is gone. */
export type BoundObject = Pick<BoundTokenRequest, 'pod' | 'secret' | 'node'>

interface Reference {
  readonly name: string
  readonly kind: 'Pod' | 'Secret' | 'Node'
  readonly uid: string
}

const resources = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' } as const

/**
 * Reads the object of a token request's boundObjectRef, and the node of a pod.
 * Throws 400, 404 or 409 where a token cannot be bound to it.
 */
export async function boundObject(
  options: ServiceAccountTokenOptions,
  namespace: string,
  account: string,
  reference: unknown,
): Promise<BoundObject> {
  if (!isObject(reference)) return {}
  const { name, kind, uid } = readReference(options, reference)
  const resource = resources[kind]
  const found = await options.read(resource, kind === 'Node' ? '' : namespace, name)
  if (found === undefined) throw newNotFound({ group: '', resource }, name)
  if (kind === 'Pod' && podSpec(found).serviceAccountName !== account)
    throw newBadRequest(
      `cannot bind token for serviceaccount "${account}" to pod running with different serviceaccount name.`,
    )
  if (uid !== '' && uid !== found.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`
    throw newConflict({ group: '', resource: kind }, name, why)
  }
  if (kind === 'Secret') return { secret: found }
  return kind === 'Node' ? { node: found } : podAndNode(options, found)
}

function readReference({ gates, minor }: ServiceAccountTokenOptions, reference: JsonObject): Reference {
  const text = (key: string): string => String(reference[key] ?? '')
  const kind = text('kind')
  const { group, version } = parseApiVersion(text('apiVersion'))
  const isKnown =
    Object.hasOwn(resources, kind) && (kind !== 'Node' || endpointsDialect(minor).bindsTokensToNodes)
  if (group !== '' || !isKnown)
    throw newBadRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  if (kind === 'Node' && !gateEnabled(gates, 'ServiceAccountTokenNodeBinding'))
    throw newBadRequest(
      'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled',
    )
  return { name: text('name'), kind: kind as Reference['kind'], uid: text('uid') }
}

const podSpec = (pod: KubeObject): PodSpec => pod['spec'] ?? {}

async function podAndNode(options: ServiceAccountTokenOptions, pod: KubeObject): Promise<BoundObject> {
  const { nodeName } = podSpec(pod)
  if (!gateEnabled(options.gates, 'ServiceAccountTokenPodNodeInfo') || !nodeName) return { pod }
  const node = await options.read('nodes', '', nodeName)
  return { pod, node: node ?? { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } } }
}
