// Upstream: github.com/coreos/go-oidc (oidc.go, verify.go), gopkg.in/go-jose/go-jose.v2 (jws.go)
import { goQuote } from '../../../../apimachinery/field-error.ts'
import { goJsonKind } from '../../../../apimachinery/go-json-kind.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../apimachinery/json.ts'
import { type Codec, fail } from '../../../../apimachinery/scheme/codec.ts'
import { mapCodec } from '../../../../apimachinery/scheme/codec-collection.ts'
import { stringCodec } from '../../../../apimachinery/scheme/codec-scalar.ts'
import { DecodeError, WrongType } from '../../../../apimachinery/scheme/decode-error.ts'
import { goNumber, notedLiteral } from '../../../../apimachinery/scheme/number-literal.ts'
import { parseJson } from '../../../../apimachinery/scheme/parse-json.ts'
import { decodedBy, plainStruct } from '../../../../apimachinery/scheme/plain-struct.ts'
import { decodeRawURLBase64 } from '../../../../component-base/go/base64.ts'
import { textOf } from '../json-web-token.ts'

/** The parts of a signed token, none of them verified. */
export interface SignedToken {
  readonly algorithm: string
  /** Empty: the header names none. */
  readonly keyID: string
  /** Names of header fields that a verifier must know. */
  readonly critical: readonly string[]
  readonly signed: string
  readonly payload: string
  readonly signature: Buffer
}

/** Throws an Error with the text of Go's libraries. */
export function parseSigned(text: string): SignedToken {
  const parts = text.replace(/\s/g, '').split('.')
  if (parts.length !== 3) throw new Error('go-jose/go-jose: compact JWS format must have three parts')
  const [head, payload, signature] = parts.map(decodeRawURLBase64) as [Buffer, Buffer, Buffer]
  const header = parseJson(head.toString('utf8')).value
  const fields: JsonObject = isObject(header) ? header : {}
  return {
    algorithm: textOf(fields['alg']),
    keyID: textOf(fields['kid']),
    critical: namesIn(fields['crit']),
    signed: `${parts[0]}.${parts[1]}`,
    payload: payload.toString('utf8'),
    signature,
  }
}

/** The names in the header field `crit`; a value that is no list gives the name '', which no verifier knows. */
const namesIn = (critical: JsonValue | undefined): string[] =>
  critical == null ? [] : Array.isArray(critical) ? critical.map(textOf) : ['']

/** The issuer that a token names, which may be anybody's claim; undefined where it is no token. */
export function untrustedIssuer(token: string): string | undefined {
  const parts = token.split('.')
  if (parts.length !== 3 || token.trimStart().startsWith('{')) return undefined
  try {
    const claims: unknown = JSON.parse(decodeRawURLBase64(parts[1]!).toString('utf8'))
    const issuer = isObject(claims) ? (claims['iss'] ?? '') : undefined
    if (typeof issuer !== 'string') return undefined
    return issuer === 'accounts.google.com' ? 'https://accounts.google.com' : issuer
  } catch {
    return undefined
  }
}

/** The claims of a token that verifying it needs. Times are in seconds. */
export interface IdToken {
  readonly issuer: string
  readonly audience: readonly string[]
  readonly expiry: number | undefined
  readonly notBefore: number | undefined
  readonly claimNames: Readonly<Record<string, string>>
  readonly claimSources: JsonObject
  readonly claims: JsonObject
}

const plain = { zero: () => null, isEmpty: () => false, isZero: (encoded: unknown) => encoded === null }

/** A text, or a list of texts. */
const audienceCodec: Codec = {
  ...plain,
  decode(value, state, frame) {
    if (typeof value === 'string') return [value]
    if (value === null) return []
    if (!Array.isArray(value)) return fail(state, new WrongType(goJsonKind(value), '[]string'), frame)
    const odd = value.find((one) => typeof one !== 'string' && one !== null)
    if (odd !== undefined) return fail(state, new WrongType(goJsonKind(odd), 'string'), frame)
    return value.map((one) => one ?? '')
  },
}

const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

const [int64End, firstInt64] = [2 ** 63, -(2 ** 63)]

/** Seconds, also in a text; fractions are cut. Beyond 64 bits they are what Go's conversion of such a float gives: the first of all times. */
const timeCodec: Codec = {
  ...plain,
  decode(value, state, frame) {
    if (value === null) return null
    if (typeof value === 'string' && !number.test(value)) {
      const shown = JSON.stringify(JSON.stringify(value))
      return fail(
        state,
        new DecodeError(`json: invalid number literal, trying to unmarshal ${shown} into Number`),
        frame,
      )
    }
    if (typeof value !== 'number' && typeof value !== 'string')
      return fail(state, new WrongType(goJsonKind(value), 'json.Number'), frame)
    const seconds = Number(value)
    if (!Number.isFinite(seconds)) {
      const noted = frame === undefined ? undefined : notedLiteral(frame.container, frame.key)
      const written = typeof value === 'string' ? value : (noted ?? goNumber(value))
      return fail(
        state,
        new DecodeError(`strconv.ParseFloat: parsing ${goQuote(written)}: value out of range`),
        frame,
      )
    }
    return Math.abs(seconds) < int64End ? Math.trunc(seconds) : firstInt64
  },
}

const text = stringCodec('string')
const idTokenCodec = plainStruct('idToken', 'oidc.idToken', {
  iss: text,
  sub: text,
  aud: audienceCodec,
  exp: timeCodec,
  iat: timeCodec,
  nbf: timeCodec,
  nonce: text,
  at_hash: text,
  _claim_names: mapCodec('map[string]string', text),
  _claim_sources: mapCodec(
    'map[string]oidc.claimSource',
    plainStruct('claimSource', 'oidc.claimSource', { endpoint: text, access_token: text }),
  ),
})

interface Fields {
  iss?: string
  aud?: string[]
  exp?: number | null
  nbf?: number | null
  _claim_names?: Record<string, string> | null
  _claim_sources?: JsonObject | null
}

/** The claims in a payload. Throws an Error with Go's text. */
export function readIdToken(payload: string): IdToken {
  const { value } = parseJson(payload)
  const fields = decodedBy(idTokenCodec, value) as Fields
  return {
    issuer: fields.iss ?? '',
    audience: fields.aud ?? [],
    expiry: fields.exp ?? undefined,
    notBefore: fields.nbf ?? undefined,
    claimNames: fields._claim_names ?? {},
    claimSources: fields._claim_sources ?? {},
    claims: isObject(value) ? value : {},
  }
}
