// Upstream: staging/src/k8s.io/apiserver/pkg/storage/continue.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import { integerCodec, stringCodec } from '../../../apimachinery/scheme/codec-scalar.ts'
import { parseJson } from '../../../apimachinery/scheme/parse-json.ts'
import { decodedBy, plainStruct } from '../../../apimachinery/scheme/plain-struct.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { decodeRawURLBase64 } from '../../../component-base/go/base64.ts'
import { registryDialect } from '../dialect.ts'

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
export function decodeContinue(text: string, prefix: string, minor: number): ContinueToken {
  const bytes = decoded(text)
  const { v: version = '', rv: revision = 0, start = '' } = parseToken(bytes)
  if (version !== 'meta.k8s.io/v1')
    throw invalidToken(
      `server does not recognize this encoded version ${registryDialect(minor).quotesTokenVersion ? goQuote(version) : version}`,
    )
  if (revision === 0) throw invalidToken('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (start === '') throw invalidToken('encoded start key empty (version meta.k8s.io/v1)')
  const key = start.startsWith('/') ? start : `/${start}`
  if (normalise(key) !== key) throw invalidToken(start)
  return { start: prefix + key.slice(1), revision }
}

function decoded(text: string): Buffer {
  try {
    return decodeRawURLBase64(text)
  } catch (error) {
    throw invalidToken((error as Error).message)
  }
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

interface TokenFields {
  v?: string
  rv?: number
  start?: string
}

const codec = plainStruct('continueToken', 'storage.continueToken', {
  v: stringCodec('string'),
  rv: integerCodec('int64', 'int64'),
  start: stringCodec('string'),
})

function parseToken(bytes: Buffer): TokenFields {
  try {
    return decodedBy(codec, parseJson(bytes.toString('utf8')).value) as TokenFields
  } catch (error) {
    throw invalidToken((error as Error).message)
  }
}

const invalidToken = (why: string): Error =>
  newBadRequest(`invalid continue token: continue key is not valid: ${why}`)
