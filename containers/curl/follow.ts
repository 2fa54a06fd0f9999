// A request and those that its answers lead to. Upstream: curl lib/multi.c, lib/transfer.c (Curl_follow)
import { type CurlAnswer, type CurlFailure, type CurlWorld, leadsTo } from './answer.ts'
import type { CurlOptions } from './options.ts'
import { type CurlRequest, redirected } from './request.ts'

/** What came of an address. */
export interface Exchanged {
  /** The lines before the bodies of all answers, each character a byte. */
  heads: string
  /** What `-v` says. */
  said: string
  outcome: CurlAnswer | CurlFailure
  redirects: number
  /** The last that was asked; undefined: none. */
  url: URL | undefined
}

/** Sends a request, and with `-L` those that its answers lead to. */
export async function exchangeFollowing(
  world: CurlWorld,
  options: CurlOptions,
  first: URL,
  asked: CurlRequest,
): Promise<Exchanged> {
  let [url, request, heads, said] = [first, asked, '', '']
  for (let redirects = 0; ; redirects++) {
    if (options.verbose) said += requestText(url, request)
    const outcome = await inTime(world, options, url, request)
    if (!('status' in outcome)) return { heads, said, outcome, redirects, url }
    const head = headText(outcome)
    heads += head
    if (options.verbose) said += marked('<', head)
    const to = options.follow ? leadsTo(outcome, url) : undefined
    if (to === undefined) return { heads, said, outcome: bodyOf(request, outcome), redirects, url }
    if (redirects === options.maxRedirects) {
      const why = `Maximum (${redirects}) redirects followed`
      return { heads, said, outcome: { exitCode: 47, why }, redirects, url }
    }
    request = redirected(options, request, outcome.status, { from: url, to })
    url = to
  }
}

/** What comes of one request; a failure where it takes longer than `-m` says. */
async function inTime(
  world: CurlWorld,
  options: CurlOptions,
  url: URL,
  request: CurlRequest,
): Promise<CurlAnswer | CurlFailure> {
  const start = world.now()
  const outcome = await world.exchange(url, request, options)
  const most = (options.maxTime ?? Number.POSITIVE_INFINITY) * 1000
  if (!('status' in outcome) || world.now() - start <= most) return outcome
  return { exitCode: 28, why: `Operation timed out after ${most} milliseconds with 0 bytes received` }
}

/** The answer to HEAD has no body, whoever answers. */
const bodyOf = ({ method }: CurlRequest, answer: CurlAnswer): CurlAnswer =>
  method === 'HEAD' ? { ...answer, body: new Uint8Array() } : answer

const headText = ({ status, reason, headers }: CurlAnswer): string =>
  `HTTP/1.1 ${status} ${reason}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

/** What curl says of a request; what it says of connections, and of TLS, is left out: it is of nothing that is here. */
const requestText = (url: URL, { method, headers }: CurlRequest): string =>
  marked(
    '>',
    `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )

const marked = (mark: '<' | '>', text: string): string =>
  text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => `${mark} ${line}\n`)
    .join('')
