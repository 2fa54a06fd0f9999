import { describe, expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateStorageClass, validateStorageClassUpdate } from './validation.ts'

const good = { provisioner: 'p', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }

describe('storage classes', () => {
  it('need a provisioner and know two policies', () => {
    const bad = { reclaimPolicy: 'Recycle', volumeBindingMode: 'Immediate' }
    expect(validateStorageClass(bad, 36).map(errorText)).toEqual([
      'provisioner: Required value',
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ])
  })

  it('tell of topologies without values', () => {
    const matchLabelExpressions = [{ key: 'zone', values: null as never }]
    const allowedTopologies = [{ matchLabelExpressions }]
    expect(validateStorageClass({ ...good, allowedTopologies }, 36).map(errorText)).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
    ])
  })

  it('stay as they are, which 1.36 says otherwise', () => {
    const change = [{ provisioner: 'b' }, { provisioner: 'a' }] as const
    expect(validateStorageClassUpdate(...change, 35).map(errorText)).toEqual([
      'provisioner: Forbidden: updates to provisioner are forbidden.',
    ])
    expect(validateStorageClassUpdate(...change, 36).map(errorText)).toEqual([
      'provisioner: Invalid value: "b": field is immutable',
    ])
  })
})
