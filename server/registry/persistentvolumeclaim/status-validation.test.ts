import { expect, it } from 'vitest'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateClaimStatus } from './status-validation.ts'

it('names a resource whose state is unknown as the release prints names', () => {
  const claim = {
    spec: { accessModes: ['ReadWriteOnce'] },
    status: { allocatedResourceStatuses: { storage: '10.0.0.300' } },
  }
  const errors = (minor: number) => validateClaimStatus(claim, true, minor).map(errorText)
  expect(errors(33)[0]).toMatch(/^status\.allocatedResourceStatus: Unsupported value: storage: supported/)
  expect(errors(36)[0]).toMatch(
    /^status\.allocatedResourceStatuses?: Unsupported value: "storage": supported/,
  )
})
