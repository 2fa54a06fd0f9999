import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../component-base/certificate-authority.ts'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { secretRules } from './strategy.ts'

const secret = (patch: object = {}) =>
  patched({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'ns' } }, patch)
const rules = new RulesAtWork(secretRules)
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const long = base64('x'.repeat(1024 * 1024 + 1))

describe('a Secret', () => {
  it('is opaque, and keeps texts as data, which go before what is there', () => {
    expect(rules.create(secret({ data: { a: base64('1'), c: '' }, stringData: { a: '2', b: 'ü' } }))).toEqual(
      {
        errors: [],
        warnings: [],
        object: secret({ type: 'Opaque', data: { a: base64('2'), c: '', b: base64('ü') } }),
      },
    )
  })

  const required = (...keys: string[]): string[] => keys.map((key) => `data[${key}]: Required value`)
  it.each<[string, object, string[]]>([
    ['kubernetes.io/basic-auth', {}, required('username', 'password')],
    ['kubernetes.io/basic-auth', { data: { password: '' } }, []],
    ['kubernetes.io/ssh-auth', { data: { 'ssh-privatekey': '' } }, required('ssh-privatekey')],
    ['kubernetes.io/tls', {}, required('tls.crt', 'tls.key')],
    ['kubernetes.io/tls', { data: { 'tls.crt': '' } }, required('tls.key')],
    ['kubernetes.io/dockerconfigjson', {}, required('.dockerconfigjson')],
    [
      'kubernetes.io/dockerconfigjson',
      { data: { '.dockerconfigjson': '' } },
      ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      'kubernetes.io/dockercfg',
      { data: { '.dockercfg': base64('x') } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": invalid character \'x\' looking for beginning of value',
      ],
    ],
    ['kubernetes.io/dockercfg', { data: { '.dockercfg': base64('{}') } }, []],
    ['kubernetes.io/dockercfg', { data: { '.dockercfg': base64('null') } }, []],
    [
      'kubernetes.io/service-account-token',
      {},
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    [
      'kubernetes.io/service-account-token',
      { metadata: { annotations: { 'kubernetes.io/service-account.name': 'a' } } },
      [],
    ],
    ['example.com/own', {}, []],
    [
      'Opaque',
      { data: { 'a b': '' } },
      [
        "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      ],
    ],
    ['Opaque', { data: { a: long } }, ['data: Too long: may not be more than 1048576 bytes']],
  ])('of type %s with %j has these errors', (type, patch, errors) => {
    expect(rules.create(secret({ type, ...patch })).errors).toEqual(errors)
  })

  const immutable = 'Forbidden: field is immutable when `immutable` is set'
  it.each<[string, object, object, string[]]>([
    ['its type', {}, { type: 'example.com/x' }, ['type: Invalid value: "example.com/x": field is immutable']],
    ['its data', {}, { data: { a: base64('2') } }, []],
    ['its data for good', {}, { immutable: true, data: { a: base64('2') } }, []],
    ['data that may not change', { immutable: true }, { data: { a: base64('2') } }, [`data: ${immutable}`]],
    ['that they may not', { immutable: true }, { immutable: false }, [`immutable: ${immutable}`]],
    ['labels where data may not', { immutable: true }, { metadata: { labels: { a: 'b' } } }, []],
  ])('changes %s', (_, before, patch, errors) => {
    const { object } = rules.create(secret({ data: { a: base64('1') }, ...before }))
    expect(rules.update(object, patch).errors).toEqual(errors)
  })

  const own = createAuthority('own', Date.now())
  const other = createAuthority('other', Date.now())
  it.each<[string, string, string, string[]]>([
    ['a pair', own.cert, own.key, []],
    ['the key of another', own.cert, other.key, ['tls: private key does not match public key']],
    ['nothing', 'x', 'y', ['tls: failed to find any PEM data in certificate input']],
    [
      'both the wrong way round',
      own.key,
      own.cert,
      [
        'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
      ],
    ],
    [
      'two certificates',
      own.cert,
      own.cert,
      ['tls: found a certificate rather than a key in the PEM for the private key'],
    ],
  ])('is warned of a certificate and key that are %s', (_, cert, key, warnings) => {
    const data = { 'tls.crt': base64(cert), 'tls.key': base64(key) }
    expect(rules.create(secret({ type: 'kubernetes.io/tls', data })).warnings).toEqual(warnings)
  })

  it('is selected by its type', () => {
    expect(secretRules.strategy.selectableFields!(secret({ type: 'a/b' }), {} as never)).toEqual({
      type: 'a/b',
    })
  })
})
