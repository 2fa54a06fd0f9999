// What a request asks for, read once, as Go does. Upstream: net/http (ServeMux.findHandler, cleanPath)
import { decodePath, parseQuery } from '../../component-base/go/url.ts'
import { type Answer, notFound, text } from './http-answer.ts'

/** The path and the query of a request. */
export interface RequestTarget {
  /** Unescaped: who may ask, and what is served, is decided by this one text. */
  readonly path: string
  readonly query: URLSearchParams
}

const badRequest = text('400 Bad Request', 400)

/** The target of a request; an answer where nothing is served, whoever asks. @param url of the request line, still escaped */
export function requestTarget(url: string): RequestTarget | Answer {
  const [full, search] = cut(url, '?')
  const escaped = full.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
  if (escaped === full && !escaped.startsWith('/')) return badRequest
  const path = decodePath(escaped)
  if (path === undefined) return badRequest
  const clean = cleanPath(escaped)
  // Before Go 1.26 it was 301.
  if (clean !== escaped) return { ...redirect, location: search === '' ? clean : `${clean}?${search}` }
  // ServeMux finds a folder by its name alone, in which there is no slash.
  if (/^\/[^/]*%2f/i.test(escaped)) return notFound
  return { path, query: parseQuery(search) }
}

const redirect = text('', 307)

function cut(whole: string, at: string): [string, string] {
  const place = whole.indexOf(at)
  return place < 0 ? [whole, ''] : [whole.slice(0, place), whole.slice(place + 1)]
}

/** Without empty parts and parts of dots. An escaped dot is not seen as one. */
function cleanPath(path: string): string {
  const kept: string[] = []
  for (const part of path.split('/'))
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  return kept.length > 0 && path.endsWith('/') ? `/${kept.join('/')}/` : `/${kept.join('/')}`
}
