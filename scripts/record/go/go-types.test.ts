import { describe, expect, it } from 'vitest'
import { internalPackages, openapiName, typesFile } from './go-types.ts'

describe('typesFile', () => {
  it('has a line for each type, and short names of foreign packages', () => {
    const text = typesFile({
      'io.k8s.api.apps.v1': {
        group: 'apps',
        version: 'v1',
        name: 'v1',
        kinds: ['Deployment', 'private'],
        types: { Deployment: ['metadata ObjectMeta k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta o'] },
        named: { Strategy: 'string', Any: 'interface{}', Event: 'k8s.io/apimachinery/pkg/watch.Event' },
      },
    })
    expect(text).toBe(
      '{\n"io.k8s.api.apps.v1":{"group":"apps","version":"v1","name":"v1","kinds":["Deployment"],"types":{\n' +
        '"Deployment":["metadata ObjectMeta ~apimachinery.pkg.apis.meta.v1.ObjectMeta o"],\n"Strategy":"string"\n}}\n}\n',
    )
  })
})

describe('internalPackages', () => {
  const head = { group: '', version: 'v1', name: 'v1' }
  const api = {
    'io.k8s.api.core.v1': {
      ...head,
      types: {
        Pod: ['spec Spec PodSpec o'],
        PodSpec: ['hostNetwork HostNetwork bool o'],
        Security: ['user User string'],
      },
    },
  }
  const inside = {
    'io.k8s.kubernetes.pkg.apis.core': {
      ...head,
      kinds: ['Pod'],
      types: {
        PodSpec: ['Context Context *Security', ' TypeMeta TypeMeta i'],
        Security: ['HostNetwork HostNetwork bool', 'User User string', 'Other Other string'],
      },
    },
  }
  it('names fields as the API does, there or in the object around', () => {
    expect(internalPackages(inside, api)['io.k8s.kubernetes.pkg.apis.core']).toMatchObject({
      kinds: undefined,
      types: {
        PodSpec: ['context Context *Security', ' TypeMeta TypeMeta i'],
        Security: ['../hostNetwork HostNetwork bool', 'user User string', 'other Other string'],
      },
    })
  })
})

it('openapiName', () => {
  expect(openapiName('k8s.io/api/core/v1')).toBe('io.k8s.api.core.v1')
})
