import { expect, it } from 'vitest'
import { goTypes } from '../scheme/go-types.ts'
import { fromUnstructuredError } from './from-unstructured.ts'

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
  ['Pod', { spec: { containers: [{ resources: { limits: { cpu: {} } } }] } }, undefined],
])('%s %j', (kind, value, error) => {
  expect(fromUnstructuredError(value, `io.k8s.api.core.v1.${kind}`, goTypes('1.36'))).toBe(error)
})
