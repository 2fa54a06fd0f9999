// Puts the OpenAPI documents into the server's chain; they are built when they are asked for.
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ApiCall } from '../api-call.ts'
import type { AppExtension } from '../app.ts'
import { endpointsDialect } from '../dialect.ts'
import type { GenericAPIServer } from '../generic-apiserver.ts'
import { sendFixed } from '../respond.ts'
import type { CustomDocuments, OpenapiService, RemoteDocuments } from './openapi-service.ts'
import type { ServedVersion } from './operations.ts'

/** OpenAPI documents beside those of the release's own kinds. */
export interface MoreDocuments {
  /** Custom resources. @param disabled query parameters of writes that are left out */
  readonly customs?: (disabled: readonly string[]) => CustomDocuments
  /** The documents of extension servers. */
  readonly remotes?: RemoteDocuments
}

/** @param version as `1.36`; `served` what the release offers */
export function openapiExtension(
  apiserver: GenericAPIServer,
  version: string,
  served: readonly ServedVersion[],
  more: MoreDocuments = {},
): AppExtension {
  const servesV3 = gateEnabled(apiserver.context.gates, 'OpenAPIV3')
  const asText = endpointsDialect(apiserver.context.release.minor).servesOpenAPIAsText
  const disabled = gateEnabled(apiserver.context.gates, 'ServerSideFieldValidation')
    ? []
    : ['fieldValidation']
  const customs = more.customs?.(disabled)
  let service: Promise<OpenapiService> | undefined
  const answer = async (call: ApiCall): Promise<boolean> => {
    service ??= import('./openapi-service.ts').then(
      (m) =>
        new m.OpenapiService({
          scheme: apiserver.scheme,
          version,
          served,
          customs,
          remotes: more.remotes,
          asText,
          disabled,
          enums: gateEnabled(apiserver.context.gates, 'OpenAPIEnums'),
          now: () => apiserver.context.clock.now(),
        }),
    )
    await more.remotes?.refresh()
    const answer = (await service).answer({
      path: call.info.path,
      query: call.query,
      headers: call.req.headers,
    })
    if (answer === undefined) return false
    for (const [name, value] of Object.entries(answer.headers))
      call.res.setHeader(name, typeof value === 'string' ? value : [...value])
    if (answer.contentType === '' || answer.contentType === undefined) call.res.writeHead(answer.status).end()
    else sendFixed(call, answer.status, answer.contentType, answer.body, { gzip: answer.gzip })
    return true
  }
  return (call) => {
    const { path } = call.info
    return path.startsWith('/openapi/') && (servesV3 || !path.startsWith('/openapi/v3')) && answer(call)
  }
}
