// Upstream: pkg/registry/core/secret/strategy.go, pkg/apis/core/validation/validation.go (ValidateSecret)

import type { Secret } from '../../../api/core-v1.ts'
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn, type KubeObject, setOwn } from '../../../apimachinery/json.ts'
import { mapCodec } from '../../../apimachinery/scheme/codec-collection.ts'
import { anyCodec } from '../../../apimachinery/scheme/codec-scalar.ts'
import { isConfigMapKey } from '../../../apimachinery/validation/keys.ts'
import { tooLong } from '../../../apimachinery/validation/messages.ts'
import { keyPairError } from '../../../component-base/go/x509.ts'
import { decodedLength, maxDataSize, validateImmutable } from '../configmap/strategy.ts'
import { readGoJson } from '../core/go-json.ts'
import { metaOnCreate, metaOnUpdateAndAgain } from '../core/object-meta-validation.ts'
import { registryDialect } from '../dialect.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { Strategy } from '../generic/strategy.ts'

const asSecret = (object: KubeObject): Secret => object as unknown as Secret
const dataPath = FieldPath.of('data')
const accountAnnotation = 'kubernetes.io/service-account.name'

function validateSecret(secret: Secret, minor: number): FieldError[] {
  const data = secret.data ?? {}
  const keys = Object.keys(data)
  const errors = eachFinding(keys, (key) =>
    isConfigMapKey(key).map((text) => field.invalid(dataPath.key(key), key, text)),
  )
  let size = 0
  for (const key of keys) size += decodedLength(data[key] ?? '')
  if (size > maxDataSize) errors.push(tooLong(dataPath, maxDataSize, minor))
  return [...errors, ...validateType(secret, data)]
}

function validateType(secret: Secret, data: Record<string, string>): FieldError[] {
  const has = (key: string): boolean => getOwn(data, key) !== undefined
  const required = (...keys: string[]): FieldError[] =>
    keys.map((key) => field.required(dataPath.key(key), ''))
  switch (secret.type) {
    case 'kubernetes.io/service-account-token':
      return getOwn(secret.metadata?.annotations, accountAnnotation)
        ? []
        : [field.required(FieldPath.of('metadata', 'annotations').key(accountAnnotation), '')]
    case 'kubernetes.io/dockercfg':
      return validateJson(data, '.dockercfg')
    case 'kubernetes.io/dockerconfigjson':
      return validateJson(data, '.dockerconfigjson')
    case 'kubernetes.io/basic-auth':
      return has('username') || has('password') ? [] : required('username', 'password')
    case 'kubernetes.io/ssh-auth':
      return getOwn(data, 'ssh-privatekey') ? [] : required('ssh-privatekey')
    case 'kubernetes.io/tls':
      return required(...['tls.crt', 'tls.key'].filter((key) => !has(key)))
    default:
      return []
  }
}

const anyMap = mapCodec('map[string]interface {}', anyCodec)

function validateJson(data: Record<string, string>, key: string): FieldError[] {
  const content = getOwn(data, key)
  if (content === undefined) return [field.required(dataPath.key(key), '')]
  const text = Buffer.from(content, 'base64').toString()
  const { problem } = readGoJson(text, anyMap)
  return problem === undefined
    ? []
    : [field.invalid(dataPath.key(key), '<secret contents redacted>', problem)]
}

const textOf = (data: Record<string, string> | undefined, key: string): string =>
  Buffer.from(getOwn(data, key) ?? '', 'base64').toString('latin1')

const warnings = (object: KubeObject, minor: number): string[] => {
  const { type, data } = asSecret(object)
  if (type !== 'kubernetes.io/tls' || !registryDialect(minor).warnsOfOddFields) return []
  const text = keyPairError(textOf(data, 'tls.crt'), textOf(data, 'tls.key'))
  return text === undefined ? [] : [text]
}

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults(object) {
    const secret = asSecret(object)
    secret.type ||= 'Opaque'
    const texts = secret.stringData
    if (texts === undefined) return
    delete secret.stringData
    if (Object.keys(texts).length === 0) return
    secret.data ??= {}
    for (const key of Object.keys(texts))
      setOwn(secret.data, key, Buffer.from(texts[key] ?? '').toString('base64'))
  },
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateSecret(asSecret(object), ctx.server.release.minor),
  ],
  validateUpdate(ctx, object, old) {
    const type = asSecret(object).type ?? ''
    const errors =
      type === (asSecret(old).type ?? '') ? [] : [field.invalid('type', type, 'field is immutable')]
    return [
      ...errors,
      ...validateImmutable(object, old, 'data'),
      ...metaOnUpdateAndAgain(ctx, object),
      ...validateSecret(asSecret(object), ctx.server.release.minor),
    ]
  },
  warningsOnCreate: (ctx, object) => warnings(object, ctx.server.release.minor),
  warningsOnUpdate: (ctx, object) => warnings(object, ctx.server.release.minor),
  selectableFields: (object) => ({ type: asSecret(object).type ?? '' }),
}

/** The strategy of Secrets. */
export const secretRules: ResourceRules = { strategy }
