// URLs as Go reads them. Upstream: k8s.io/apiserver/pkg/cel/library/urls.go; Go's net/url
import { goQuote } from '../../../component-base/go/quote.ts'
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

  constructor(text: string, parts: { scheme: string; host: string; path: string; query: string }) {
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

class UrlError extends Error {}

/** Throws what Go says of a bad escape. */
function checkEscapes(text: string): void {
  for (const { 0: escaped } of text.matchAll(/%.{0,2}/gs))
    if (!/^%[0-9a-fA-F]{2}$/.test(escaped)) throw new UrlError(`invalid URL escape ${goQuote(escaped)}`)
}

function checkHost(host: string): void {
  const end = host.startsWith('[') ? host.lastIndexOf(']') : host.lastIndexOf(':') - 1
  if (host.startsWith('[') && end < 0) throw new UrlError("missing ']' in host")
  const port = end >= -1 && (host.startsWith('[') || host.includes(':')) ? host.slice(end + 1) : ''
  if (!/^(:\d*)?$/.test(port)) throw new UrlError(`invalid port ${goQuote(port)} after host`)
  checkEscapes(host)
  const odd = /[ "<>\\^`{|}]/.exec(host)
  if (odd) throw new UrlError(`invalid character ${goQuote(odd[0])} in host name`)
}

function checkAuthority(authority: string): string {
  const at = authority.lastIndexOf('@')
  if (at >= 0 && !/^[\w\-.:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at)))
    throw new UrlError('net/url: invalid userinfo')
  const host = authority.slice(at + 1)
  checkHost(host)
  return host
}

/** The scheme and the rest. Throws where there is a colon and no scheme before it. */
function splitScheme(text: string): [scheme: string, rest: string] {
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme')
  const [, scheme] = /^([A-Za-z][A-Za-z0-9+\-.]*):/.exec(text) ?? []
  return scheme === undefined ? ['', text] : [scheme.toLowerCase(), text.slice(scheme.length + 1)]
}

function parse(text: string, ofRequest: boolean): Omit<ConstructorParameters<typeof Url>[1], never> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\x00-\x1f\x7f]/.test(text)) throw new UrlError('net/url: invalid control character in URL')
  if (text === '' && ofRequest) throw new UrlError('empty url')
  const [scheme, afterScheme] = splitScheme(text)
  const question = afterScheme.indexOf('?')
  const [front, query] =
    question < 0 ? [afterScheme, ''] : [afterScheme.slice(0, question), afterScheme.slice(question + 1)]
  if (!front.startsWith('/')) {
    if (scheme !== '') return { scheme, host: '', path: '', query }
    if (ofRequest && text !== '*') throw new UrlError('invalid URI for request')
    if (front.split('/')[0]!.includes(':'))
      throw new UrlError('first path segment in URL cannot contain colon')
  }
  const hasAuthority = front.startsWith('//') && (scheme !== '' || (!ofRequest && !front.startsWith('///')))
  if (!hasAuthority) return { scheme, host: '', path: checkedPath(front), query }
  const slash = front.indexOf('/', 2)
  const host = checkAuthority(slash < 0 ? front.slice(2) : front.slice(2, slash))
  return { scheme, host, path: slash < 0 ? '' : checkedPath(front.slice(slash)), query }
}

function checkedPath(path: string): string {
  checkEscapes(path)
  return path
}

/** Go's error on text that is no URL; undefined where it is one. @param ofRequest an absolute one, whose # begins no fragment */
export function urlError(text: string, ofRequest = true): string | undefined {
  const read = ofRequest ? text : text.replace(/#.*/s, '')
  try {
    parse(read, ofRequest)
    return undefined
  } catch (error) {
    if (error instanceof UrlError) return `parse ${goQuote(read)}: ${error.message}`
    throw error
  }
}

function urlOf(text: string): CelValue {
  const error = urlError(text)
  if (error !== undefined) return new CelError(`URL parse error during conversion from string: ${error}`)
  const hash = text.indexOf('#')
  return new Url(text, parse(hash < 0 ? text : text.slice(0, hash), false))
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
