// Upstream: kube-aggregator/pkg/apiserver/handler_proxy.go

import type { IncomingMessage } from 'node:http'
import type { ApiCall } from '../endpoints/api-call.ts'
import type { AppExtension } from '../endpoints/app.ts'
import { forwardedHeaders, sendBack } from '../endpoints/forwarding.ts'
import { sendErrorText } from '../endpoints/respond.ts'
import type { APIServiceDirectory, RemoteAPIService } from './api-services.ts'
import type { ExtensionClient } from './extension-client.ts'

/** The APIServices, the client and the settings of the aggregation proxy. */
export interface ProxyParts {
  readonly directory: APIServiceDirectory
  readonly client: ExtensionClient
  /** Extension servers are told the user's UID. */
  readonly tellsUID: boolean
}

/** A path of a group version or of its OpenAPI v3 document; captures group and version. */
const versionPath = /^(?:\/openapi\/v3)?\/apis\/([^/]+)\/([^/]+)(?:\/|$)/

/** Sends requests for group versions of extension servers on to them. */
export function extensionProxy(parts: ProxyParts): AppExtension {
  return (call) => {
    const [, group = '', version = ''] = versionPath.exec(call.info.path) ?? []
    const service = version === '' ? undefined : parts.directory.find(group, version)
    if (service === undefined) return false
    if (service.isAvailable) return forward(parts, call, service).then(() => true)
    sendErrorText(call, 503, 'service unavailable\n')
    return true
  }
}

async function forward(
  { client, tellsUID }: ProxyParts,
  call: ApiCall,
  service: RemoteAPIService,
): Promise<void> {
  const { req, res } = call
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  try {
    const answer = await client.send(service, {
      method: req.method ?? 'GET',
      path: sortedQuery(req.url),
      headers: forwardedHeaders(call, tellsUID),
      body: req,
      isForwarded: true,
      signal: gone.signal,
    })
    if (!redirects(answer)) sendBack(call, answer)
    else {
      answer.resume()
      sendErrorText(call, 502, 'the backend attempted to redirect this request, which is not permitted')
    }
  } catch (error) {
    if (gone.signal.aborted) return
    sendErrorText(call, 503, `error trying to reach service: ${(error as Error).message}\n`)
  }
}

/** The URL with its query sorted by key, as Go's net/url encodes it. */
function sortedQuery(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const query = new URLSearchParams(url.slice(at + 1))
  query.sort()
  return query.size === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${query}`
}

/** Whether an answer sends the client elsewhere, with its credentials. */
const redirects = ({ statusCode = 0, headers: { location } }: IncomingMessage): boolean =>
  statusCode >= 300 && statusCode <= 399 && location !== undefined
