// Upstream: staging/src/k8s.io/apiserver/pkg/storage/continue.go
import { isObject } from '../../apimachinery/json.ts'
import { newBadRequest } from '../../apimachinery/status-error.ts'

/** Where the next page starts. `revision` -1: at the newest state, inconsistent with the pages before. */
export interface ContinueToken {
  /** The first key of the page, whole. */
  start: string
  revision: number
}

/** @param prefix the prefix of the listed keys; `lastKey`: the last key of this page. */
export function encodeContinue(lastKey: string, prefix: string, revision: number): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: `${lastKey.slice(prefix.length)}\u0000` }
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/** Throws 400 for texts that are no token of this server. */
export function decodeContinue(text: string, prefix: string): ContinueToken {
  const bytes =
    /^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1 ? Buffer.from(text, 'base64url') : undefined
  if (bytes === undefined)
    throw newBadRequest(
      `invalid continue token: continue key is not valid: illegal base64 data at input byte ${badByte(text)}`,
    )
  let data: unknown
  try {
    data = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw newBadRequest(`invalid continue token: continue key is not valid: ${jsonProblem(bytes, error)}`)
  }
  if (!isObject(data))
    throw newBadRequest('invalid continue token: continue key is not valid: json: cannot unmarshal')
  const version = data['v'] ?? ''
  if (version !== 'meta.k8s.io/v1')
    throw newBadRequest(
      `invalid continue token: continue key is not valid: server does not recognize this encoded version ${String(version)}`,
    )
  const revision = Number(data['rv'] ?? 0)
  if (revision === 0)
    throw newBadRequest(
      'invalid continue token: continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
    )
  const start = String(data['start'] ?? '')
  if (start === '')
    throw newBadRequest(
      'invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
    )
  const key = start.startsWith('/') ? start : `/${start}`
  if (normalise(key) !== key)
    throw newBadRequest(`invalid continue token: continue key is not valid: ${start}`)
  return { start: prefix + key.slice(1), revision }
}

function badByte(text: string): number {
  const at = text.search(/[^A-Za-z0-9_-]/)
  return at < 0 ? text.length - (text.length % 4) + 0 : at
}

/** path.Clean for a rooted path. */
function normalise(path: string): string {
  const out: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') out.pop()
    else out.push(part)
  }
  return `/${out.join('/')}`
}

function jsonProblem(bytes: Buffer, error: unknown): string {
  if (bytes.length === 0) return 'unexpected end of JSON input'
  const text = bytes.toString('utf8')
  const first = /^[\s]*[[{"\d\-tfn]/.test(text) ? undefined : text.trimStart()[0]
  return first === undefined
    ? String((error as Error).message)
    : `invalid character '${first}' looking for beginning of value`
}
