import { expect, it } from 'vitest'
import { recordedFieldPaths } from './field-paths.ts'

const paths = recordedFieldPaths()

it('finds where the objects of a kind have a field, the shortest way first', () => {
  expect(paths('Service', 'ipMode')).toEqual([['status', 'loadBalancer', 'ingress', '*', 'ipMode']])
  expect(paths('PersistentVolumeClaim', 'volumeAttributesClassName')[0]).toEqual([
    'spec',
    'volumeAttributesClassName',
  ])
  expect(paths('Deployment', 'hostNetwork')[0]).toEqual(['spec', 'template', 'spec', 'hostNetwork'])
  expect(paths('StatefulSet', 'podManagementPolicy')[0]).toEqual(['spec', 'podManagementPolicy'])
})

it('finds nothing where no release has the kind or the field', () => {
  expect(paths('Service', 'noSuchField')).toEqual([])
  expect(paths('NoSuchKind', 'replicas')).toEqual([])
})
