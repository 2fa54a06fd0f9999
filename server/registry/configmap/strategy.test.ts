import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { noteEmpty } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { validateImmutable } from './strategy.ts'

const map = (more: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, ...more })

it('an immutable config map does not even take an empty map for none', () => {
  const old = map({ immutable: true, data: { a: 'b' } })
  const same = map({ immutable: true, data: { a: 'b' } })
  expect(validateImmutable(same, old, 'data', 'binaryData')).toEqual([])
  noteEmpty(same, 'binaryData', {})
  expect(validateImmutable(same, old, 'data', 'binaryData').map(errorText)).toEqual([
    'binaryData: Forbidden: field is immutable when `immutable` is set',
  ])
})
