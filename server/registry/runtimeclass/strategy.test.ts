import { expect, it } from 'vitest'
import type { RuntimeClass } from '../../../api/node-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { validateRuntimeClass } from './strategy.ts'

const check = (own: RuntimeClass, minor = 36): string[] => validateRuntimeClass(own, minor).map(errorText)

it('wants a handler, which 1.36 says otherwise', () => {
  expect(check({})).toEqual(['handler: Required value'])
  expect(check({}, 35)[0]).toMatch(/^handler: Invalid value: "": a lowercase RFC 1123 label/)
})

it('wants resources of containers and each toleration once', () => {
  const toleration = { key: 'a', operator: 'Exists' }
  const own = {
    handler: 'h',
    overhead: { podFixed: { pods: '1' } },
    scheduling: { tolerations: [toleration, toleration] },
  }
  expect(check(own)).toEqual([
    'overhead.limits[pods]: Invalid value: "pods": must be a standard resource for containers',
    'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"Exists","Value":"","Effect":"","TolerationSeconds":null}',
  ])
})

it('named the field of tolerations twice before 1.35', () => {
  const own = { handler: 'h', scheduling: { tolerations: [{ key: 'a b' }] } }
  expect(check(own, 34)[0]).toMatch(/^scheduling\.tolerations\.tolerations\[0\]\.key: /)
})
