// Upstream: Go's net/url (Parse, ParseRequestURI, Error)
import { goQuote } from './quote.ts'

/** A URL in its parts, escaped as they were written; `host` with its port. */
export interface UrlParts {
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string
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

/** The parts of a URL. Throws an Error with Go's text where it is none. @param ofRequest an absolute one, whose # begins no fragment */
export function parseUrl(text: string, ofRequest: boolean): UrlParts {
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

/** Go's error on text that is no URL; undefined where it is one. `ofRequest`: as of `parseUrl`. */
export function urlError(text: string, ofRequest = true): string | undefined {
  const read = ofRequest ? text : text.replace(/#.*/s, '')
  try {
    parseUrl(read, ofRequest)
    return undefined
  } catch (error) {
    if (error instanceof UrlError) return `parse ${goQuote(read)}: ${error.message}`
    throw error
  }
}
