import { expect, test } from 'vitest'
import { describeGeneric } from './generic.ts'
import { describeRowOf } from './index.ts'
import { describeService } from './service.ts'

test('a resource is told by its own row, not by that of another group', () => {
  expect(describeRowOf({ group: '', name: 'services' }, 36)).toEqual({
    describe: describeService,
    events: true,
  })
  expect(describeRowOf({ group: 'example.dev', name: 'services' }, 36)).toEqual({
    describe: describeGeneric,
    events: true,
  })
  expect(describeRowOf({ group: 'networking.k8s.io', name: 'networkpolicies' }, 36).events).toBe(false)
})
