// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go

import { FieldSelector } from '../../apimachinery/selectors/field-selector.ts'

/** The meaning of a request's path and method. For non-resource paths only `path` and `verb` (the method in lower case) say something. */
export interface RequestInfo {
  isResourceRequest: boolean
  path: string
  verb: string
  /** `api` or `apis`. */
  apiPrefix: string
  apiGroup: string
  apiVersion: string
  namespace: string
  resource: string
  subresource: string
  name: string
  /** The path from the resource on. */
  parts: string[]
  fieldSelector: string
  labelSelector: string
  /** The verb came from the path (`/api/v1/watch/…`). */
  verbFromPath: boolean
}

const namespaceSubresources = new Set(['status', 'finalize'])
const verbsOfMethods: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The segments of a path, without leading and trailing slashes. */
export function splitPath(path: string): string[] {
  let [from, to] = [0, path.length]
  while (path[from] === '/') from++
  while (to > from && path[to - 1] === '/') to--
  return from === to ? [] : path.slice(from, to).split('/')
}

/** @param path decoded, without the query. */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const info: RequestInfo = {
    isResourceRequest: false,
    path,
    verb: method.toLowerCase(),
    apiPrefix: '',
    apiGroup: '',
    apiVersion: '',
    namespace: '',
    resource: '',
    subresource: '',
    name: '',
    parts: [],
    fieldSelector: '',
    labelSelector: '',
    verbFromPath: false,
  }
  let parts = splitPath(path)
  if (parts.length < 3 || (parts[0] !== 'api' && parts[0] !== 'apis')) return info
  info.apiPrefix = parts[0]
  parts = parts.slice(1)
  if (info.apiPrefix === 'apis') {
    if (parts.length < 3) return info
    info.apiGroup = parts[0]!
    parts = parts.slice(1)
  }
  info.isResourceRequest = true
  info.apiVersion = parts[0]!
  parts = parts.slice(1)
  if (parts[0] === 'proxy' || parts[0] === 'watch') {
    if (parts.length < 2) return info
    info.verb = parts[0]
    info.verbFromPath = true
    parts = parts.slice(1)
  } else {
    info.verb = verbsOfMethods[method] ?? ''
  }
  setParts(info, parts)
  refineVerb(info, query)
  return info
}

function setParts(info: RequestInfo, given: string[]): void {
  let parts = given
  if (parts[0] === 'namespaces' && parts.length > 1) {
    info.namespace = parts[1]!
    if (parts.length > 2 && !namespaceSubresources.has(parts[2]!)) parts = parts.slice(2)
  }
  info.parts = parts
  if (parts.length >= 3 && info.verb !== 'proxy') info.subresource = parts[2]!
  info.name = parts[1] ?? ''
  info.resource = parts[0] ?? ''
}

function selectedName(selector: string): string | undefined {
  try {
    return FieldSelector.parse(selector).requiresExactMatch('metadata.name')
  } catch {
    return undefined
  }
}

function refineVerb(info: RequestInfo, query: URLSearchParams): void {
  if (info.name === '' && info.verb === 'get') {
    const watch = query.getAll('watch')
    info.verb = watch.length > 0 && !['false', '0'].includes(watch[0]!.toLowerCase()) ? 'watch' : 'list'
    const name = selectedName(query.get('fieldSelector') ?? '')
    if (name !== undefined && name !== '' && pathSegmentError(name) === undefined) info.name = name
  }
  if (info.name === '' && info.verb === 'delete') info.verb = 'deletecollection'
  if (!info.verbFromPath && ['list', 'watch', 'deletecollection'].includes(info.verb)) {
    info.fieldSelector = query.get('fieldSelector') ?? ''
    info.labelSelector = query.get('labelSelector') ?? ''
  }
}

/** Why a name cannot stand in a path, as apimachinery's path.IsValidPathSegmentName. */
export function pathSegmentError(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`
  for (const char of ['/', '%']) if (name.includes(char)) return `may not contain '${char}'`
  return undefined
}
