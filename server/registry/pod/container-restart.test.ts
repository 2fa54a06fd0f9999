import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { validateInitContainerRestartPolicy } from './container-restart.ts'
import { templateOptions } from './options.ts'

it.each([
  ['1.34', []],
  ['1.35', ['c.restartPolicy: Required value: must specify restartPolicy when restart rules are used']],
])('in %s, rules of an init container without a policy have the errors %j', (release, errors) => {
  const server = { release: loadRelease(release), gates: gatesOf(release) } as unknown as ServerContext
  const container = { name: 'c', restartPolicyRules: [{ action: 'Restart' }] }
  const found = validateInitContainerRestartPolicy(container, FieldPath.of('c'), templateOptions(server, {}))
  expect(found.map(errorText)).toEqual(errors)
})
