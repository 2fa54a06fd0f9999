import { expect, test } from 'vitest'
import { describeGeneric } from './generic.ts'
import { describeRowOf } from './index.ts'
import { describeService } from './service.ts'

test('a resource is told by its own row, not by that of another group', () => {
  expect(describeRowOf({ group: '', name: 'services' })).toEqual({ describe: describeService, events: true })
  expect(describeRowOf({ group: 'example.dev', name: 'services' })).toEqual({
    describe: describeGeneric,
    events: true,
  })
  expect(describeRowOf({ group: 'networking.k8s.io', name: 'networkpolicies' }).events).toBe(false)
})
