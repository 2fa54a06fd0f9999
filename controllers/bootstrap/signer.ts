// Upstream: pkg/controller/bootstrap/bootstrapsigner.go, cluster-bootstrap/token/jws/jws.go
import { createHmac } from 'node:crypto'
import { getOwn, type KubeObject, semanticEqual } from '../../apimachinery/json.ts'
import { type Controller, type ControllerContext, ReconcileQueue } from '../controller.ts'
import { ignoringChanges } from '../ignoring-changes.ts'
import { isBootstrapToken, signingToken } from './bootstrap-tokens.ts'

const signedMap = 'kube-public/cluster-info'
const signaturePrefix = 'jws-kubeconfig-'

/** A signature of a text that does not hold the text. Upstream: ComputeDetachedSignature */
export function detachedSignature(content: string, id: string, key: string): string {
  const encode = (text: string): string => Buffer.from(text).toString('base64url')
  const header = encode(JSON.stringify({ alg: 'HS256', kid: id }))
  const signature = createHmac('sha256', key)
    .update(`${header}.${encode(content)}`)
    .digest('base64url')
  return `${header}..${signature}`
}

/** Signs the kubeconfig in the ConfigMap cluster-info with every bootstrap token that may sign. */
export function startBootstrapSigner(context: ControllerContext): Controller {
  const { client, clock } = context
  const poke = (secret: KubeObject): void => {
    if (isBootstrapToken(secret)) queue.add(signedMap)
  }
  const secrets = context.informers.on('/api/v1/secrets', { onChange: poke, onDelete: poke })
  const maps = context.informers.on('/api/v1/configmaps', {
    onChange: ({ metadata }) => {
      if (`${metadata.namespace}/${metadata.name}` === signedMap) queue.add(signedMap)
    },
  })
  const queue = new ReconcileQueue(context, 'bootstrap_signer_queue', async () => {
    const map = maps.items.get(signedMap)
    const data = (map?.['data'] ?? {}) as Record<string, string>
    const content = getOwn(data, 'kubeconfig')
    if (map === undefined || content === undefined) return
    const signed = Object.fromEntries(
      Object.entries(data).filter(([key]) => !key.startsWith(signaturePrefix)),
    )
    for (const secret of secrets.items.values()) {
      const token = isBootstrapToken(secret) ? signingToken(secret, clock.now()) : undefined
      if (token !== undefined)
        signed[`${signaturePrefix}${token.id}`] = detachedSignature(content, token.id, token.key)
    }
    if (semanticEqual(signed, data)) return
    const path = '/api/v1/namespaces/kube-public/configmaps/cluster-info'
    await ignoringChanges(client.update(path, { ...map, data: signed }))
  })
  return queue
}
