// Upstream: pkg/controller/certificates/cleaner/{cleaner,pcrcleaner}.go
import { X509Certificate } from 'node:crypto'
import { isNotFound } from '../../client/rest-client.ts'
import { type Controller, type ControllerContext, splitKey } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'
import { startPeriodically } from '../periodic.ts'
import { requestsPath, type StoredRequest } from './certificate-requests.ts'

const hour = 3_600_000

/** Deletes requests that were answered, or never will be, some time ago. @param certificateTime milliseconds since the epoch */
export function startCertificateCleaner(
  context: ControllerContext,
  certificateTime: () => number,
): Controller {
  const requests = context.informers.on(requestsPath)
  const { keepsUnissued } = controllersDialect(context.minor)
  return startPeriodically(context, 'csrcleaner', hour, async () => {
    for (const request of requests.items.values() as Iterable<StoredRequest>) {
      if (!isOver(request, context.clock.now(), certificateTime(), keepsUnissued)) continue
      await deleteAt(context, `${requestsPath}/${request.metadata.name}`)
    }
  })
}

async function deleteAt({ client }: ControllerContext, path: string, uid?: string): Promise<void> {
  try {
    await client.delete(path, uid === undefined ? undefined : { preconditions: { uid } })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/** Whether nobody needs a request any more. `now` and `certificateTime`: milliseconds since the epoch. */
export function isOver(
  { metadata, status }: StoredRequest,
  now: number,
  certificateTime: number,
  keepsUnissued: boolean,
): boolean {
  const isOlder = (time: string | undefined, ms: number): boolean =>
    time !== undefined && now - Date.parse(time) > ms
  const { conditions = [], certificate = '' } = status ?? {}
  if (conditions.length === 0 && isOlder(metadata.creationTimestamp, 24 * hour)) return true
  const ended = hasEnded(certificate, certificateTime)
  return conditions.some(({ type, lastUpdateTime }) => {
    if (type !== 'Approved') return (type === 'Denied' || type === 'Failed') && isOlder(lastUpdateTime, hour)
    if (certificate === '') return !keepsUnissued && isOlder(lastUpdateTime, 24 * hour)
    return ended || isOlder(lastUpdateTime, hour)
  })
}

function hasEnded(certificate: string, now: number): boolean {
  if (certificate === '') return false
  try {
    return now > Date.parse(new X509Certificate(Buffer.from(certificate, 'base64')).validTo)
  } catch {
    return false
  }
}

/** Deletes PodCertificateRequests a quarter of an hour after they were made. */
export function startPodCertificateCleaner(context: ControllerContext, version: string): Controller {
  const base = `/apis/certificates.k8s.io/${version}`
  const requests = context.informers.on(`${base}/podcertificaterequests`)
  return startPeriodically(context, 'podcertificaterequestcleaner', 5 * 60_000, async () => {
    for (const [key, { metadata }] of requests.items) {
      if (context.clock.now() < Date.parse(metadata.creationTimestamp!) + hour / 4) continue
      const [namespace, name] = splitKey(key)
      await deleteAt(context, `${base}/namespaces/${namespace}/podcertificaterequests/${name}`, metadata.uid)
    }
  })
}
