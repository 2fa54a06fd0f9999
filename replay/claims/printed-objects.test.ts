import { expect, it } from 'vitest'
import { objectsIn } from './printed-objects.ts'

it.each([
  ['a configuration, which has no metadata', 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n', [{}]],
  ['a list', 'kind: List\nitems: [{metadata: {name: a}}, {kind: B}, {metadata: 3}]\n', [{ name: 'a' }, {}]],
  ['what is no object', 'kind: [a\n', []],
])('gives the objects of %s metadata', (_what, text, metadata) =>
  expect(objectsIn(text).map((one) => one.metadata)).toEqual(metadata),
)
