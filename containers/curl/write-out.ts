// Upstream: curl src/tool_writeout.c
import { CannotRun } from '../node-containers.ts'

/** A transfer, as `-w` tells of it. */
export interface Transferred {
  status: number
  contentType: string | undefined
  /** Bytes. */
  downloaded: number
  uploaded: number
  headerCount: number
  method: string
  scheme: string
  url: string
  effectiveUrl: string
  /** Where an answer leads that is not followed; empty: nowhere. */
  redirectUrl: string
  redirects: number
  file: string
  exitCode: number
  /** Empty: it has not failed. */
  error: string
  /** How many addresses came before. */
  number: number
}

type Told = (one: Transferred) => string

const code: Told = ({ status }) => String(status).padStart(3, '0')
const noTime: Told = () => '0.000000'

const variables: Readonly<Record<string, Told>> = {
  http_code: code,
  response_code: code,
  content_type: ({ contentType }) => contentType ?? '',
  errormsg: ({ error }) => error,
  exitcode: ({ exitCode }) => String(exitCode),
  filename_effective: ({ file }) => file,
  http_version: ({ status }) => (status === 0 ? '0' : '1.1'),
  method: ({ method }) => method,
  num_headers: ({ headerCount }) => String(headerCount),
  num_redirects: ({ redirects }) => String(redirects),
  redirect_url: ({ redirectUrl }) => redirectUrl,
  scheme: ({ scheme }) => scheme.toUpperCase(),
  size_download: ({ downloaded }) => String(downloaded),
  size_upload: ({ uploaded }) => String(uploaded),
  time_appconnect: noTime,
  time_connect: noTime,
  time_namelookup: noTime,
  time_pretransfer: noTime,
  time_redirect: noTime,
  time_starttransfer: noTime,
  time_total: noTime,
  url: ({ url }) => url,
  url_effective: ({ effectiveUrl }) => effectiveUrl,
  urlnum: ({ number }) => String(number),
}

/** curl's other variables. */
const others = new Set(
  `certs ftp_entry_path header_json http_connect json local_ip local_port num_certs num_connects onerror
  proxy_ssl_verify_result referer remote_ip remote_port size_header size_request speed_download speed_upload
  ssl_verify_result stderr stdout`.split(/\s+/),
)

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const parts = /%%|%\{([^}]*)\}|\\([nrt])/g

/** Checks a format before anything is sent. @throws CannotRun for what it would tell of that is not simulated */
export function checkWriteOut(format: string): void {
  const [, name] = [...format.matchAll(parts)].find((found) => others.has(found[1] ?? '')) ?? []
  if (name !== undefined) throw new CannotRun(`curl -w '%{${name}}' is not simulated`)
}

/** What `-w FORMAT` writes after a transfer, and what curl says of variables that it does not have. */
export function writtenOut(format: string, one: Transferred): { stdout: string; stderr: string } {
  let stderr = ''
  const stdout = format.replaceAll(parts, (text: string, name?: string, character?: string) => {
    if (text === '%%') return '%'
    if (character !== undefined) return escapes[character]!
    if (Object.hasOwn(variables, name!)) return variables[name!]!(one)
    stderr += `curl: unknown --write-out variable: '${name}'\n`
    return ''
  })
  return { stdout, stderr }
}
