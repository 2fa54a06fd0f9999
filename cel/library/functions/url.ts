// URLs as Go reads them. Upstream: k8s.io/apiserver/pkg/cel/library/urls.go; Go's net/url
import { parseUrl, type UrlParts, urlError } from '../../../component-base/go/parse-url.ts'
import { objectType } from '../../types/type.ts'
import { CelError, type CelValue, type LibraryValue, ValueList, ValueMap } from '../../values/value.ts'
import type { Functions } from './functions.ts'

const urlType = objectType('kubernetes.URL')

/** A URL in the parts that functions ask for. */
class Url implements LibraryValue {
  readonly kind = 'library'
  readonly type = urlType
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string

  constructor(text: string, parts: UrlParts) {
    this.text = text
    this.scheme = parts.scheme
    this.host = parts.host
    this.path = parts.path
    this.query = parts.query
  }
  equals(other: LibraryValue): boolean {
    return other instanceof Url && other.text === this.text
  }
  toString(): string {
    return this.text
  }
}

function urlOf(text: string): CelValue {
  const error = urlError(text)
  if (error !== undefined) return new CelError(`URL parse error during conversion from string: ${error}`)
  const hash = text.indexOf('#')
  return new Url(text, parseUrl(hash < 0 ? text : text.slice(0, hash), false))
}

const hostname = (host: string): string =>
  host.startsWith('[') ? host.slice(1, host.lastIndexOf(']')) : host.replace(/:\d*$/, '')
const port = (host: string): string => /:(\d*)$/.exec(host.replace(/^\[.*\]/, ''))?.[1] ?? ''

/** A path as Go escapes it, where it is not escaped as it should be. */
const escapedPath = (path: string): string =>
  path.replace(/[^\w\-.~$&+,/:;=@!'()*%[\]]/gu, (point) =>
    [...Buffer.from(point)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function queryOf(query: string): CelValue {
  const found = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue
    const [name, ...rest] = part.split('=')
    const [key, value] = [unescaped(name!), unescaped(rest.join('='))]
    if (key === undefined || value === undefined) continue
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return new ValueMap([...found].map(([key, values]) => [key, new ValueList(values)] as const))
}

/** The functions on URLs, by the ids of their overloads. */
export const urlFunctions: Functions = {
  string_to_url: ([text]) => urlOf(text as string),
  is_url_string: ([text]) => urlError(text as string) === undefined,
  url_get_scheme: ([url]) => (url as Url).scheme,
  url_get_host: ([url]) => (url as Url).host,
  url_get_hostname: ([url]) => hostname((url as Url).host),
  url_get_port: ([url]) => port((url as Url).host),
  url_get_escaped_path: ([url]) => escapedPath((url as Url).path),
  url_get_query: ([url]) => queryOf((url as Url).query),
}
