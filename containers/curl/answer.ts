// What curl is answered, and who carries it.
import type { CurlOptions } from './options.ts'
import type { CurlRequest, ReadFile } from './request.ts'

/** The whole answer of a server. */
export interface CurlAnswer {
  status: number
  reason: string
  /** In the order in which they came. */
  headers: readonly (readonly [string, string])[]
  body: Uint8Array
}

/** Why there is no answer, in curl's words. */
export interface CurlFailure {
  exitCode: number
  why: string
  /** Said also where curl is to be silent: it tells what is not simulated. */
  always?: boolean
}

/** What curl has around it. */
export interface CurlWorld {
  /** Sends a request. @throws CannotRun for what is not simulated */
  exchange(url: URL, request: CurlRequest, options: CurlOptions): Promise<CurlAnswer | CurlFailure>
  readFile: ReadFile
  /** @returns false where the file cannot be written */
  writeFile(name: string, bytes: Uint8Array): Promise<boolean>
  sleep(ms: number): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
}

/** The value of a header of an answer, by its name in small letters. */
export const headerOf = ({ headers }: CurlAnswer, name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1]

/** Where an answer leads; undefined where nowhere. */
export function leadsTo(answer: CurlAnswer, from: URL): URL | undefined {
  const to = headerOf(answer, 'location')
  if (to === undefined || answer.status < 300 || answer.status > 399) return undefined
  return URL.canParse(to, from.href) ? new URL(to, from) : undefined
}

/** The port of an address, also where it does not say it. */
export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

const place = (url: URL): string =>
  `Failed to connect to ${url.hostname.replace(/^\[|\]$/g, '')} port ${portOf(url)}`

/** The failure of a host that lets nobody in at a port. */
export const refusedBy = (url: URL): CurlFailure => ({
  exitCode: 7,
  why: `${place(url)} after 0 ms: Couldn't connect to server`,
})

/** So long Linux tries to connect. */
const connectSeconds = 134

/** The failure of a host of which nothing comes back. */
export const unanswered = (url: URL, { connectTimeout, maxTime }: CurlOptions): CurlFailure => ({
  exitCode: 28,
  why: `${place(url)} after ${(connectTimeout ?? maxTime ?? connectSeconds) * 1000} ms: Timeout was reached`,
})
