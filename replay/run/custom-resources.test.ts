import { expect, it } from 'vitest'
import { unservedKind } from './custom-resources.ts'

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tills.shop.example.com' },
  spec: { group: 'shop.example.com', names: { kind: 'Till', plural: 'tills', singular: 'till' } },
}

it.each([
  ['curl $API/apis/shop.example.com/v1/tills', '404 page not found\n', '', 0, 'Till'],
  ['curl $API/apis/other.example.com/v1/tills', '404 page not found\n', '', 0, undefined],
  ['kubectl get tills', '', 'error: the server doesn\'t have a resource type "tills"\n', 1, 'Till'],
  ['kubectl get till', '', 'error: the server doesn\'t have a resource type "till"\n', 1, 'Till'],
  ['kubectl get dills', '', 'error: the server doesn\'t have a resource type "dills"\n', 1, undefined],
  [
    'kubectl apply -f a.yaml',
    '',
    'error: resource mapping not found for name: "a": no matches for kind "Till" in version "shop.example.com/v1"\n',
    1,
    'Till',
  ],
  ['kubectl get pods', 'a\n', '', 0, undefined],
])('%s', (text, stdout, stderr, exitCode, kind) => {
  expect(unservedKind({ text, stdout, stderr, exitCode }, [definition])).toBe(kind)
})
