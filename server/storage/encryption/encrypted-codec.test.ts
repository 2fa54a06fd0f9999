import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { schemeFor } from '../../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../../apimachinery/scheme/stored-codec.ts'
import { KeySpace } from '../etcd/key-space.ts'
import type { ProviderConfiguration, ResourceConfiguration } from './configuration.ts'
import { EncryptedCodec } from './encrypted-codec.ts'
import { transformersOf } from './transformers.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const key16 = { name: 'key2', secret: base64('sixteen byte key') }
const key32 = { name: 'key1', secret: base64('a key of thirty-two bytes exactl') }
const other = { name: 'other', secret: base64('another key of thirty-two bytes.') }
const plain = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')

const keyForBox = { name: 'key:3', secret: 'YW5vdGhlciBrZXkgb2YgdGhpcnR5LXR3byBieXRlcy4=' }
const codecOf = (resources: readonly ResourceConfiguration[], prefix = '/registry'): EncryptedCodec =>
  new EncryptedCodec({
    codec: plain,
    transformerFor: transformersOf({ resources }, true),
    resourceOf: (key) => ({ group: '', resource: key.split('/')[2]! }),
    keys: new KeySpace(prefix),
  })
const secretsBy = (...providers: ProviderConfiguration[]): EncryptedCodec =>
  codecOf([{ resources: ['secrets'], providers }])

const key = '/registry/secrets/default/cbc'
const secret: KubeObject = {
  kind: 'Secret',
  apiVersion: 'v1',
  metadata: { name: 'cbc', namespace: 'default', uid: '1', creationTimestamp: '2026-11-23T04:06:47Z' },
  data: { a: 'aGVsbG8=' },
  type: 'Opaque',
} as unknown as KubeObject

// What kube-apiserver 1.36.3 wrote into etcd with these keys.
const recorded = {
  aescbc:
    'azhzOmVuYzphZXNjYmM6djE6a2V5MTr6+/CeGew9fjNma8tQrPfW1+Kf39DeBmQqnEzi9pIU0DFUuQ/PbvJCIaGmN8pIkksBgNtmRhmdb2ziHd7d9VZykW9rlbXU8DAEovHq9Z024JZ/kBWlhCfjwmVZFdrMuxrFxk6S5kDQ/oj3hXPf6qTmRosTS10ErnJjm8EhrJwTMhdltjQB4xPZq8819TBItz3K6igqrMCBBgQ+3Hxmma5Fyab+pkoKQUiDAKVjFayEmh7G1xAYQRx5r+o/vFZfcHuNcPM05N80tnhTME9GmgjdMBAStV7UtyauQbvXcKivlA==',
  aesgcm:
    'azhzOmVuYzphZXNnY206djE6a2V5MjrKQ8rNkJstLJxyIIerHfAwn5HD3ZziBzueA4bhSP5+RwiKj07UmOnHIwyH6N9QiJpRxyCuOFIcCszyqxLzKCIWAWiMIlw8wgU4lfSrrL7f5rEw9qReHpJsmT2MK/C+1PyisPww/edHaYnx8ghBjnBahitpI6YzpFS+Q1BFHzKTVfRtLqbr9okE6i65GfJHcDwUUnl+cqqH3Mc37NvHx26Et719gd8z0nh60AXDGo3gZC6OdSAe9K5lmwhx7JBhkss6w8cKY/6WTrMC9iN8Bjjm4q1CxVnA2po=',
  secretbox:
    'azhzOmVuYzpzZWNyZXRib3g6djE6a2V5OjM6FlpuXE166M7kDTsMtm5UhzEc2TJU095I7IQRerHpmTC6vb/FDyBo0vSVXJ8aPm11spj6afTomk3J0S8fRXvGyxLiTUPyJ6cChZHMfnOTKMR872GE/EphCou3NvKVkIexezrTnNClR5YboTe+4hTs1YDRIGgp11gfK4xRxi61nxW16NYxE0oG1hGwahtvq7wh',
}

describe('bytes of the real server', () => {
  it('are read where it used AES-CBC', () => {
    const codec = secretsBy({ aescbc: { keys: [key32] } }, { identity: {} })
    expect(codec.decode(Buffer.from(recorded.aescbc, 'base64'), key)).toMatchObject({
      kind: 'Secret',
      metadata: { name: 'cbc', uid: '5be63efd-ddfe-46e2-b421-caa8ec40fb04' },
      data: { a: 'aGVsbG8=' },
    })
  })

  it('are read where it used AES-GCM, at the key that they were written to', () => {
    const codec = codecOf([{ resources: ['configmaps'], providers: [{ aesgcm: { keys: [key16] } }] }])
    const stored = Buffer.from(recorded.aesgcm, 'base64')
    expect(codec.decode(stored, '/registry/configmaps/default/gcm')).toMatchObject({
      kind: 'ConfigMap',
      metadata: { name: 'gcm', uid: '68370177-c9ec-46b2-a5f2-5252872e7580' },
      data: { a: 'hello' },
    })
    expect(() => codec.decode(stored, '/registry/configmaps/default/moved')).toThrow(
      'unable to transform key "/registry/configmaps/default/moved": cipher: message authentication failed',
    )
  })

  it('are read where it used secretbox, with a key whose name has a colon', () => {
    const codec = codecOf([
      { resources: ['serviceaccounts'], providers: [{ secretbox: { keys: [keyForBox] } }] },
    ])
    const stored = Buffer.from(recorded.secretbox, 'base64')
    expect(codec.decode(stored, '/registry/serviceaccounts/default/box')).toMatchObject({
      kind: 'ServiceAccount',
      metadata: { name: 'box', uid: '1d48ccbb-cec4-4080-847c-af33ae57f46d' },
    })
    expect(codec.isStale(stored, '/registry/serviceaccounts/default/box')).toBe(false)
  })
})

describe.each(['aescbc', 'aesgcm', 'secretbox'] as const)('%s', (provider) => {
  const codec = secretsBy({ [provider]: { keys: [key32] } })

  it('writes its name and that of the key before other bytes each time, and reads them back', () => {
    const [first, second] = [codec.encode(secret, key), codec.encode(secret, key)]
    expect(first.toString('latin1')).toMatch(`k8s:enc:${provider}:v1:key1:`)
    expect(first.equals(second)).toBe(false)
    expect(codec.decode(first, key)).toEqual(plain.decode(plain.encode(secret)))
    expect(codec.holds(first, secret, key)).toBe(true)
    expect(codec.holds(first, { ...secret, data: { a: 'eA==' } }, key)).toBe(false)
    expect(codec.plain(first, key)).toEqual(plain.encode(secret))
    expect(codec.isStale(first, key)).toBe(false)
  })

  it('does not read what is cut or changed', () => {
    const stored = codec.encode(secret, key)
    const changed = Buffer.from(stored)
    changed[stored.length - 1]! ^= 0xff
    for (const wrong of [changed, stored.subarray(0, -1), stored.subarray(0, 30)])
      expect(() => codec.decode(wrong, key)).toThrow('unable to transform key')
  })
})

it('reads with each key and provider, and writes anew what is not under the first', () => {
  const old = secretsBy({ aescbc: { keys: [key32] } }).encode(secret, key)
  for (const codec of [
    secretsBy({ aescbc: { keys: [other, key32] } }),
    secretsBy({ aescbc: { keys: [other] } }, { aescbc: { keys: [key32] } }),
    secretsBy({ identity: {} }, { aescbc: { keys: [key32] } }),
    secretsBy({ aesgcm: { keys: [key32] } }, { aescbc: { keys: [key32] } }),
  ]) {
    expect(codec.decode(old, key)).toMatchObject({ data: { a: 'aGVsbG8=' } })
    expect([codec.holds(old, secret, key), codec.isStale(old, key)]).toEqual([true, true])
    expect(codec.isStale(codec.encode(secret, key), key)).toBe(false)
  }
})

it('writes plainly where identity is first', () => {
  const codec = secretsBy({ identity: {} }, { aescbc: { keys: [key32] } })
  expect(codec.encode(secret, key)).toEqual(plain.encode(secret))
})

it('tries all keys of one name before it gives up', () => {
  const sameName = { name: 'key1', secret: other.secret }
  const old = secretsBy({ aesgcm: { keys: [key32] } }).encode(secret, key)
  expect(secretsBy({ aesgcm: { keys: [sameName, key32] } }).isStale(old, key)).toBe(true)
  expect(() => secretsBy({ aesgcm: { keys: [sameName] } }).decode(old, key)).toThrow(
    'unable to transform key "/registry/secrets/default/cbc": cipher: message authentication failed',
  )
})

it('says as upstream why data cannot be read', () => {
  const where = 'unable to transform key "/other/secrets/default/cbc": '
  const config = (providers: ProviderConfiguration[]): ResourceConfiguration[] => [
    { resources: ['secrets'], providers },
  ]
  const stored = codecOf(config([{ aescbc: { keys: [key32] } }]), '/other').encode(secret, key)
  const why = (resources: ResourceConfiguration[]): (() => unknown) => {
    const codec = codecOf(resources, '/other')
    return () => codec.decode(stored, key)
  }
  expect(why([])).toThrow(`${where}identity transformer tried to read encrypted data`)
  expect(why(config([{ aesgcm: { keys: [key32] } }]))).toThrow(`${where}no matching prefix found`)
  expect(why(config([{ aescbc: { keys: [other] } }]))).toThrow(
    `${where}no matching key was found for the provided AES transformer`,
  )
  expect(why(config([{ secretbox: { keys: [key32] } }]))).toThrow(`${where}no matching prefix found`)
  const boxed = secretsBy({ secretbox: { keys: [key32] } }).encode(secret, key)
  const otherBox = (name: string) => secretsBy({ secretbox: { keys: [{ ...other, name }] } })
  expect(() => otherBox('other').decode(boxed, key)).toThrow(
    'no matching key was found for the provided Secretbox transformer',
  )
  expect(() => otherBox('key1').decode(boxed, key)).toThrow(
    'output array was not large enough for encryption',
  )
  const unpadded = secretsBy({ aescbc: { keys: [key32] } })
  const cut = Buffer.concat([Buffer.from('k8s:enc:aescbc:v1:key1:'), Buffer.alloc(17)])
  expect(() => unpadded.decode(cut, key)).toThrow('the stored data is not a multiple of the block size')
})

it('takes the nearest entry: of the resource, of its group, of all', () => {
  const by = (name: string): ProviderConfiguration[] => [{ aescbc: { keys: [{ ...key32, name }] } }]
  const choose = transformersOf(
    {
      resources: [
        { resources: ['secrets', 'deployments.apps'], providers: by('own') },
        { resources: ['*.apps'], providers: by('group') },
        { resources: ['*.'], providers: by('core') },
        { resources: ['*.*'], providers: by('all') },
      ],
    },
    true,
  )
  const nameOf = (group: string, resource: string): string | undefined =>
    choose({ group, resource }).toStorage(Buffer.from('x'), Buffer.from('')).toString('latin1').split(':')[4]
  expect([
    nameOf('', 'secrets'),
    nameOf('apps', 'deployments'),
    nameOf('apps', 'replicasets'),
    nameOf('', 'pods'),
    nameOf('example.com', 'pandas'),
  ]).toEqual(['own', 'own', 'group', 'core', 'all'])
})
