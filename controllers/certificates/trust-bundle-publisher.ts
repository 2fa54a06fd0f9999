// Upstream: pkg/controller/certificates/clustertrustbundlepublisher/publisher.go
import { createHash } from 'node:crypto'
import type { KubeObject } from '../../apimachinery/json.ts'
import { servedResources } from '../../client/discovery.ts'
import { isNotFound } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, ReconcileQueue, SharedInformers } from '../controller.ts'

const signerName = 'kubernetes.io/kube-apiserver-serving'

/**
 * Keeps the one ClusterTrustBundle of those who sign kube-apiserver's certificates, in the first of the versions that the server
 * has when this starts. @param rootCA PEM
 */
export function startTrustBundlePublisher(
  context: ControllerContext,
  versions: readonly string[],
  rootCA: string,
): Controller {
  const stopping = new AbortController()
  const begun = firstServed(context, versions).then((path) => {
    if (path === undefined || stopping.signal.aborted) return undefined
    const informers = new SharedInformers(context.client, context.clock)
    const queue = publish({ ...context, informers }, path, rootCA)
    informers.start()
    return { informers, queue }
  })
  return {
    async stop() {
      stopping.abort()
      const running = await begun.catch(() => undefined)
      await running?.informers.stop()
      await running?.queue.stop()
    },
  }
}

/** The collection in the first version that is served; undefined where none is, or the server does not answer. */
async function firstServed(
  { client, logger }: ControllerContext,
  versions: readonly string[],
): Promise<string | undefined> {
  for (const version of versions) {
    const base = `/apis/certificates.k8s.io/${version}`
    const served = await servedResources(client, base).catch((error: unknown) => {
      if (!isNotFound(error))
        logger.logS('E', 'discovery failed for ClusterTrustBundle', { err: String(error) })
      return []
    })
    if (served.some(({ name }) => name === 'clustertrustbundles')) return `${base}/clustertrustbundles`
  }
  return undefined
}

function publish(context: ControllerContext, path: string, rootCA: string): Controller {
  const { client } = context
  const hash = createHash('sha256').update(rootCA).digest('hex').slice(0, 24)
  const name = `${signerName.replaceAll('/', ':')}:${hash}`
  const sync = (): void => queue.add(name)
  const bundles = context.informers.on(
    `${path}?fieldSelector=spec.signerName%3D${encodeURIComponent(signerName)}`,
    {
      onChange: sync,
      onDelete: sync,
    },
  )
  const queue = new ReconcileQueue(context, 'clustertrustbundle-publisher', async () => {
    const known = bundles.items.get(name) as (KubeObject & { spec: { trustBundle: string } }) | undefined
    const spec = { signerName, trustBundle: rootCA }
    if (known === undefined) await client.create(path, { metadata: { name }, spec })
    else if (known.spec.trustBundle !== rootCA) await client.update(`${path}/${name}`, { ...known, spec })
    for (const other of bundles.items.keys()) if (other !== name) await client.delete(`${path}/${other}`)
  })
  sync()
  return queue
}
