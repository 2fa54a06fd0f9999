// How metrics name requests. Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (CleanVerb, CleanScope, …)
import { applyType } from '../handlers/patch-forms.ts'
import type { Request } from '../http-message.ts'
import type { RequestInfo } from '../request-info.ts'
import type { RequestLabels } from './request-metrics.ts'

const connecting: ReadonlySet<string> = new Set(['log', 'exec', 'portforward', 'attach', 'proxy'])
const known: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])

const isApply = (contentType = ''): boolean => contentType.split(';')[0]!.trim() === applyType

/** `GET`, `LIST`, `WATCH`, `APPLY`, `CONNECT`, or the method; `OTHER` where that is none of an API. */
export function reportedVerb(
  { req, query }: { req: Request; query: URLSearchParams },
  info: RequestInfo,
): string {
  const { method } = req
  if (info.subresource !== '' && connecting.has(info.subresource)) return 'CONNECT'
  if (info.verb === 'watch') return 'WATCH'
  if (method === 'GET' || method === 'HEAD') {
    const watch = query.size === 0 ? undefined : query.get('watch')?.toLowerCase()
    if (watch !== undefined && watch !== '0' && watch !== 'false') return 'WATCH'
    return scopeOfRoute(info) === 'resource' ? 'GET' : 'LIST'
  }
  if (method === 'PATCH') return isApply(req.headers['content-type']) ? 'APPLY' : 'PATCH'
  return known.has(method) ? method : 'OTHER'
}

/** The label `scope`: `resource` for one object, whether it is there or will be; else `namespace`, `cluster` or empty. */
export const scopeOfInfo = ({ name, verb, namespace, isResourceRequest }: RequestInfo): string =>
  name !== '' || verb === 'create'
    ? 'resource'
    : namespace !== ''
      ? 'namespace'
      : isResourceRequest
        ? 'cluster'
        : ''

/** As {@link scopeOfInfo}, but by the path alone. */
export const scopeOfRoute = (info: RequestInfo): string =>
  info.parts.length > 1 || info.verb === 'create'
    ? 'resource'
    : info.namespace === ''
      ? 'cluster'
      : 'namespace'

/** The labels of a request that no handler has seen. */
export function labelsOf(call: { req: Request; query: URLSearchParams; info: RequestInfo }): RequestLabels {
  const { info } = call
  const { apiGroup: group, apiVersion: version, resource, subresource } = info
  const own = { scope: scopeOfInfo(info), component: 'apiserver' }
  return { group, version, resource, subresource, verb: reportedVerb(call, info), ...own }
}

/** `All`, or empty; `invalid` where a value is no such. */
export function dryRunLabel(query: URLSearchParams): string {
  if (query.size === 0 || !query.has('dryRun')) return ''
  return query.getAll('dryRun').every((value) => value === 'All') ? 'All' : 'invalid'
}

const validations: ReadonlySet<string> = new Set(['', 'Ignore', 'Warn', 'Strict'])

/** The value of fieldValidation; `invalid` where it is none, or there are several. */
export function fieldValidationLabel(query: URLSearchParams): string {
  if (query.size === 0) return ''
  const values = query.getAll('fieldValidation')
  if (values.length === 0) return ''
  return values.length === 1 && validations.has(values[0]!) ? values[0]! : 'invalid'
}
