// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/installer.go (AddObjectParams)
import type { Scheme } from '../../../apimachinery/scheme/scheme.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1'
/** A parameter of the path. */
export const path = (name: string): Parameter => ({ name, in: 'path', type: 'string' })
/** The parameter `pretty`. */
export const pretty: Parameter = { name: 'pretty', in: 'query', type: 'string' }

function typeOf(goType: string): Parameter['type'] {
  const type = goType.replace(/^(\*|\[\])/, '')
  return type === 'bool' ? 'boolean' : /^int/.test(type) ? 'integer' : 'string'
}

const byName = (a: Parameter, b: Parameter): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** The query parameters of an options type (`….ListOptions`), sorted; fields that are structs are none. */
export function options(scheme: Scheme, typeName: string, without: readonly string[] = []): Parameter[] {
  return scheme
    .goFields(typeName)
    .filter(({ name, type }) => name !== 'preconditions' && !/\.Time$/.test(type) && !without.includes(name))
    .map(({ name, type }): Parameter => ({ name, in: 'query', type: typeOf(type) }))
    .sort(byName)
}

/** The parameters of deletecollection: selectors, and the options of deletion. */
export function collectionParameters(scheme: Scheme): Parameter[] {
  const list = options(scheme, `${meta}.ListOptions`, ['watch', 'allowWatchBookmarks'])
  const all = new Map(
    [...list, ...options(scheme, `${meta}.DeleteOptions`)].map((parameter) => [parameter.name, parameter]),
  )
  return [...all.values()].sort(byName)
}
