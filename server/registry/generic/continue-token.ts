// Upstream: staging/src/k8s.io/apiserver/pkg/storage/continue.go
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { DecodeState } from '../../../apimachinery/scheme/codec.ts'
import { integerCodec, stringCodec } from '../../../apimachinery/scheme/codec-scalar.ts'
import { StructCodec } from '../../../apimachinery/scheme/codec-struct.ts'
import { parseJson } from '../../../apimachinery/scheme/parse-json.ts'
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

const codec = new StructCodec('continueToken', 'storage.continueToken')
codec.setFields(
  [
    { json: 'v', codec: stringCodec('string') },
    { json: 'rv', codec: integerCodec('int64', 'int64') },
    { json: 'start', codec: stringCodec('string') },
  ].map((field) => ({ ...field, omitEmpty: true, omitZero: false, embedded: '' })),
)

function parseToken(bytes: Buffer): TokenFields {
  const state: DecodeState = {
    namesEmbedded: false,
    notesEmpty: false,
    error: undefined,
    strictErrors: new Set(),
  }
  let fields: unknown
  try {
    fields = codec.decode(parseJson(bytes.toString('utf8')).value, state, undefined)
  } catch (error) {
    throw invalidToken((error as Error).message)
  }
  if (state.error !== undefined) throw invalidToken(state.error.message)
  return fields as TokenFields
}

const invalidToken = (why: string): Error =>
  newBadRequest(`invalid continue token: continue key is not valid: ${why}`)
