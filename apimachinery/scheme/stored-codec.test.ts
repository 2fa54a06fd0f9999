import { expect, it } from 'vitest'
import type { KubeObject } from '../json.ts'
import { schemeFor } from './scheme.ts'
import { StoredCodec, storedKind } from './stored-codec.ts'

const protobuf = 'application/vnd.kubernetes.protobuf'
const configMap = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', namespace: 'ns', uid: 'u', creationTimestamp: '2026-01-02T03:04:05Z' },
  data: { b: 'c' },
} as unknown as KubeObject

it('keeps an object in the envelope of protobuf, without its revision', () => {
  const codec = new StoredCodec(schemeFor('1.36'), protobuf)
  const numbered = { ...configMap, metadata: { ...configMap.metadata, resourceVersion: '7' } }
  const bytes = codec.encode(numbered)
  expect(bytes.subarray(0, 4).toString()).toBe('k8s\0')
  expect(bytes.toString('latin1')).not.toContain('7')
  expect(codec.decode(bytes)).toEqual(configMap)
  expect(storedKind(bytes)).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' })
})

it('keeps JSON with the line end of Go, and reads both forms', () => {
  const codec = new StoredCodec(schemeFor('1.36'), 'application/json')
  const bytes = codec.encode(configMap)
  expect(bytes.toString()).toBe(`${JSON.stringify(configMap)}\n`)
  expect(new StoredCodec(schemeFor('1.30'), protobuf).decode(bytes)).toEqual(configMap)
})

it('escapes in JSON what HTML would read, as Go does', () => {
  const data = { b: 'a<b>&\u2028' }
  const as = (own: object) =>
    new StoredCodec(schemeFor('1.36'), 'application/json').encode({ ...configMap, data, ...own })
  const escaped = '{"b":"a\\u003cb\\u003e\\u0026\\u2028"}'
  for (const own of [{}, { apiVersion: 'stable.example.com/v1', kind: 'Widget' }])
    expect(as(own).toString()).toContain(escaped)
})

it('keeps the objects of the servers behind kube-apiserver as JSON', () => {
  const codec = new StoredCodec(schemeFor('1.36'), protobuf)
  const service = { ...configMap, kind: 'APIService', apiVersion: 'apiregistration.k8s.io/v1' } as KubeObject
  expect(codec.encode(service).toString()).toContain('{"kind":"APIService"')
})

it('reads versions that are registered and served no more, and says which are not', () => {
  const schema = {
    kind: 'FlowSchema',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta1',
    metadata: { name: 'a' },
    spec: { matchingPrecedence: 5, priorityLevelConfiguration: { name: 'exempt' } },
  } as unknown as KubeObject
  const bytes = new StoredCodec(schemeFor('1.25'), protobuf).encode(schema)
  expect(new StoredCodec(schemeFor('1.30'), protobuf).decode(bytes)).toMatchObject({ spec: schema['spec'] })
  const ahead = new StoredCodec(schemeFor('1.36'), protobuf).encode({
    ...schema,
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  })
  expect(() => new StoredCodec(schemeFor('1.24'), protobuf).decode(ahead)).toThrow(
    'no kind "FlowSchema" is registered for version "flowcontrol.apiserver.k8s.io/v1"',
  )
})

it('reads custom resources in CBOR from 1.32 on; before, they are JSON that begins wrongly', () => {
  const object = { kind: 'Widget', apiVersion: 'stable.example.com/v1', metadata: { name: 'a' } }
  const bytes = new StoredCodec(schemeFor('1.36'), protobuf, undefined, true).encode(object)
  expect(new StoredCodec(schemeFor('1.32'), protobuf).decode(bytes)).toEqual(object)
  // As UnstructuredJSONScheme of v0.31.14 says.
  expect(() => new StoredCodec(schemeFor('1.31'), protobuf).decode(bytes)).toThrow(
    "invalid character 'Ù' looking for beginning of value",
  )
})

it('keeps a custom resource as JSON with its keys in order, and gives it back as it is', () => {
  const codec = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')
  const object = {
    kind: 'Widget',
    apiVersion: 'stable.example.com/v1',
    metadata: { name: 'a', resourceVersion: '5' },
    spec: { b: 1, a: { __x: null } },
  }
  const bytes = codec.encode(object)
  expect(bytes.toString()).toBe(
    '{"apiVersion":"stable.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"a":{"__x":null},"b":1}}\n',
  )
  const { resourceVersion: _, ...metadata } = object.metadata
  expect(codec.decode(bytes)).toEqual({ ...object, metadata })
})
