import { expect, it } from 'vitest'
import { schemeFor } from '../scheme/scheme.ts'
import { fromUnstructured } from './from-unstructured.ts'

it.each([
  ['ConfigMap', { data: 'x' }, 'cannot restore map from string'],
  ['ConfigMap', { data: { a: 1 } }, 'cannot convert int64 to string'],
  ['ConfigMap', { data: { a: true } }, 'unrecognized type: string'],
  ['ConfigMap', { immutable: 'x' }, 'unrecognized type: bool'],
  ['ConfigMap', { data: { a: 'b' }, binaryData: { c: 'AA==' }, immutable: null, other: 1 }, undefined],
  ['Service', { spec: { ports: {} } }, 'cannot restore slice from map'],
  ['Service', { spec: { ports: ['x'] } }, 'cannot restore struct from: string'],
  ['Service', { spec: { ports: [{ port: 1.5 }] } }, 'cannot convert float64 to int32'],
  ['Service', { spec: { ports: [{ port: '1' }] } }, 'unrecognized type: int32'],
  ['Service', { spec: { type: 1 } }, 'cannot convert int64 to v1.ServiceType'],
  ['Service', { metadata: { labels: [] } }, 'cannot restore map from slice'],
  [
    'Service',
    { metadata: { creationTimestamp: 1 } },
    'json: cannot unmarshal number into Go value of type string',
  ],
  [
    'Service',
    { spec: { ports: [{ targetPort: {} }] } },
    'json: cannot unmarshal object into Go value of type int32',
  ],
  ['Service', { spec: 'x' }, 'cannot restore struct from: string'],
  [
    'Pod',
    { spec: { containers: [{ resources: { limits: { cpu: 'x' } } }] } },
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    'ConfigMap',
    { binaryData: { a: '1.5' } },
    'error decoding from json: illegal base64 data at input byte 1',
  ],
])('%s %j', (kind, value, error) => {
  const work = () => fromUnstructured(value, `io.k8s.api.core.v1.${kind}`, schemeFor('1.36'))
  if (error === undefined) expect(work()).toBe(value)
  else expect(work).toThrow(error)
})

it('wraps integers around', () => {
  const given = { spec: { ports: [{ port: 2147483648 }], clusterIP: null } }
  expect(fromUnstructured(given, 'io.k8s.api.core.v1.Service', schemeFor('1.36'))).toEqual({
    spec: { ports: [{ port: -2147483648 }], clusterIP: null },
  })
})

it('sorts the keys of raw data', () => {
  const revision = { data: { b: { d: 1, c: 1 }, a: 1 }, revision: 1 }
  const out = fromUnstructured(revision, 'io.k8s.api.apps.v1.ControllerRevision', schemeFor('1.36'))
  expect(JSON.stringify(out['data'])).toBe('{"a":1,"b":{"c":1,"d":1}}')
})

it('passes by what a decoded object has too, but for raw data', () => {
  const settled = { spec: { ports: [{ port: 2147483648 }], selector: { a: 1 } } }
  const { ports } = settled.spec
  const given = { spec: { ports, selector: {} } }
  const service = fromUnstructured(given, 'io.k8s.api.core.v1.Service', schemeFor('1.36'), settled)
  expect(service).toEqual({ spec: { ports: [{ port: 2147483648 }], selector: {} } })
  const revision = { data: { b: 1, a: 1 }, revision: 1 }
  const same = fromUnstructured(
    revision,
    'io.k8s.api.apps.v1.ControllerRevision',
    schemeFor('1.36'),
    revision,
  )
  expect(JSON.stringify(same['data'])).toBe('{"a":1,"b":1}')
})

it('finds raw data in types that hold themselves', () => {
  const schema = { properties: { a: { default: { d: 1, c: 1 } } } }
  const crd = { spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } }
  const name = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition'
  const out = fromUnstructured(crd, name, schemeFor('1.36'), crd)
  expect(JSON.stringify(out)).toContain('"default":{"c":1,"d":1}')
})
