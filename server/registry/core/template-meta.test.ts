import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { validateTemplateMeta } from './template-meta.ts'

it.each([
  [{ labels: { a: 'b' }, generation: 0, name: '' }, []],
  [{ deletionGracePeriodSeconds: 0 }, ['metadata.deletionGracePeriodSeconds: Forbidden: cannot be set']],
  [{ uid: 'u' }, ['metadata.uID: Forbidden: cannot be set']],
])('metadata of a template %j', (meta, errors) => {
  expect(validateTemplateMeta(meta, FieldPath.of('metadata'), 34).map(errorText)).toEqual(errors)
})
