// What curl sends. Upstream: curl src/tool_getparam.c (data), lib/http.c (Curl_http).
import type { CurlOptions, DataPart } from './options.ts'

/** Reads a file as curl is given its name, `-` for the standard input; undefined where it cannot be read. */
export type ReadFile = (name: string) => Promise<Uint8Array | undefined>

/** A request, as it goes over the connection. */
export interface CurlRequest {
  method: string
  /** In the order in which they are sent, names as they are written. */
  headers: readonly (readonly [string, string])[]
  body: Buffer | undefined
}

/** The bytes of all `-d`, and what is said of files that cannot be read; no bytes: there is no `-d`. */
export async function gatherData(
  { data }: CurlOptions,
  read: ReadFile,
): Promise<{ bytes: Buffer | undefined; warnings: string[] }> {
  if (data.length === 0) return { bytes: undefined, warnings: [] }
  const warnings: string[] = []
  const parts: Buffer[] = []
  for (const part of data) {
    if (parts.length > 0 && part.kind !== 'json') parts.push(Buffer.from('&'))
    parts.push(await bytesOf(part, read, warnings))
  }
  return { bytes: Buffer.concat(parts), warnings }
}

async function bytesOf({ kind, given }: DataPart, read: ReadFile, warnings: string[]): Promise<Buffer> {
  const fromFile = async (name: string): Promise<Buffer> => {
    const bytes = await read(name)
    if (bytes === undefined)
      warnings.push(`Warning: Couldn't read data from file "${name}", this makes an empty POST.\n`)
    return Buffer.from(bytes ?? [])
  }
  if (kind === 'text') return Buffer.from(given)
  if (kind === 'urlencode') return urlEncoded(given, fromFile)
  if (!given.startsWith('@')) return Buffer.from(given)
  const content = await fromFile(given.slice(1))
  return kind === 'lines' ? Buffer.from(content.filter((byte) => ![0, 10, 13].includes(byte))) : content
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`, of which the content is encoded. */
async function urlEncoded(given: string, read: (name: string) => Promise<Buffer>): Promise<Buffer> {
  const at = given.includes('=') ? given.indexOf('=') : given.indexOf('@')
  const [name, rest] = at < 0 ? ['', given] : [given.slice(0, at), given.slice(at + 1)]
  const content = at >= 0 && given[at] === '@' ? await read(rest) : Buffer.from(rest)
  const encoded = [...content].map(encodedByte).join('')
  return Buffer.from(name === '' ? encoded : `${name}=${encoded}`)
}

function encodedByte(byte: number): string {
  const character = String.fromCharCode(byte)
  if (character === ' ') return '+'
  return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The first request for an address. @param data what all `-d` make */
export function requestFor(options: CurlOptions, url: URL, data: Buffer | undefined): CurlRequest {
  const body = options.get ? undefined : data
  const method = options.method || (options.head ? 'HEAD' : body === undefined ? 'GET' : 'POST')
  return { method, headers: headersFor(options, url, body), body }
}

const isJson = ({ data }: CurlOptions): boolean => data.some(({ kind }) => kind === 'json')

/** curl's own headers, unless they are given or left out, and those that are given. */
function headersFor(options: CurlOptions, url: URL, body: Buffer | undefined): [string, string][] {
  const given = options.headers.map(givenHeader)
  const isGiven = new Set(given.map((one) => one?.name.toLowerCase()))
  const host = given.find((one) => one?.name.toLowerCase() === 'host')?.value ?? url.host
  const json = isJson(options) && body !== undefined
  const before: [string, string | undefined][] = [
    ['Authorization', authorizationOf(options, url)],
    ['User-Agent', options.agent === '' ? undefined : (options.agent ?? 'curl/8.5.0')],
    ['Accept', json ? 'application/json' : '*/*'],
    ['Referer', options.referer],
  ]
  const after: [string, string | undefined][] = [
    ['Content-Length', body === undefined ? undefined : String(body.length)],
    ['Content-Type', contentType(body, json)],
  ]
  const own = (headers: [string, string | undefined][]): [string, string][] =>
    headers.flatMap(([name, value]) =>
      value === undefined || isGiven.has(name.toLowerCase()) ? [] : [[name, value]],
    )
  const shown = given.flatMap((one): [string, string][] =>
    one?.value === undefined || one.name.toLowerCase() === 'host' ? [] : [[one.name, one.value]],
  )
  return [['Host', host], ...own(before), ...shown, ...own(after)]
}

const contentType = (body: Buffer | undefined, json: boolean): string | undefined =>
  body === undefined ? undefined : json ? 'application/json' : 'application/x-www-form-urlencoded'

function authorizationOf({ user, bearer }: CurlOptions, url: URL): string | undefined {
  if (bearer !== undefined) return `Bearer ${bearer}`
  const ofUrl =
    url.username === ''
      ? undefined
      : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const pair = user ?? ofUrl
  return pair === undefined ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`
}

/** A line of `-H`; without a value: that header is left out. undefined: curl sends nothing of such a line. */
function givenHeader(line: string): { name: string; value: string | undefined } | undefined {
  const [, empty] = /^([^:;]+);\s*$/.exec(line) ?? []
  if (empty !== undefined) return { name: empty, value: '' }
  const colon = line.indexOf(':')
  if (colon <= 0) return undefined
  const value = line.slice(colon + 1).trim()
  return { name: line.slice(0, colon), value: value === '' ? undefined : value }
}

/** What is asked of the address that an answer leads to. Credentials are for their own host only. */
export function redirected(
  options: CurlOptions,
  { method, headers, body }: CurlRequest,
  status: number,
  { from, to }: { from: URL; to: URL },
): CurlRequest {
  const becomesGet =
    status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST'
  const dropsBody = becomesGet && body !== undefined
  const bodyHeader = /^content-(?:length|type)$/i
  const ownHost = options.headers.some((line) => /^host\s*:/i.test(line))
  return {
    method: becomesGet && !options.method ? 'GET' : method,
    headers: headers.flatMap(([name, value]): [string, string][] => {
      if (/^host$/i.test(name)) return [[name, ownHost && from.host === to.host ? value : to.host]]
      if (/^(?:authorization|cookie)$/i.test(name) && from.host !== to.host) return []
      return dropsBody && bodyHeader.test(name) ? [] : [[name, value]]
    }),
    body: dropsBody ? undefined : body,
  }
}

/** The headers as node's HTTP client takes them: those that are given twice as lists. */
export function headerRecord(headers: CurlRequest['headers']): Record<string, string | string[]> {
  const found = new Map<string, { name: string; values: string[] }>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const one = found.get(key) ?? { name, values: [] }
    one.values.push(value)
    found.set(key, one)
  }
  return Object.fromEntries(
    [...found.values()].map(({ name, values }) => [name, values.length === 1 ? values[0]! : values]),
  )
}
