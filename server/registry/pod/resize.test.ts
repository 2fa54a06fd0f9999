import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { podRules } from './strategy.ts'

const container = { name: 'a', image: 'i', resources: { requests: { cpu: '100m' } } }
const stored: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns', resourceVersion: '1' } },
  ...{ spec: { containers: [container] }, status: { qosClass: 'Burstable' } },
}
const gates = { InPlacePodVerticalScaling: true }
const resize = (minor: number, resources: object, more: object = {}) => {
  const rules = new RulesAtWork(podRules, { minor, gates })
  const before = rules.create(stored).object
  return rules.update(
    before,
    patched(before, { spec: { containers: [{ ...container, resources, ...more }] } }),
    'resize',
  )
}
const cannot = (what: string) =>
  `spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be ${what} unless resizePolicy is RestartContainer`

it.each<[number, object, object, string[]]>([
  [36, { requests: { cpu: '200m' } }, {}, []],
  [
    36,
    {},
    {},
    [
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
      'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    ],
  ],
  [36, container.resources, { image: 'j' }, []],
  [33, { ...container.resources, limits: { memory: '1Gi' } }, {}, [cannot('added')]],
  [34, { ...container.resources, limits: { memory: '1Gi' } }, {}, []],
])('1.%i resizes to %j with %j: %j', (minor, resources, more, errors) => {
  expect(resize(minor, resources, more).errors).toEqual(errors)
})

it.each([
  [32, 'Proposed'],
  [33, undefined],
])('1.%i says of a resize that it is %s', (minor, expected) => {
  const { object } = resize(minor, { requests: { cpu: '200m' } })
  expect(object['status']).toMatchObject({ ...(expected === undefined ? {} : { resize: expected }) })
  expect((object['status'] as { resize?: string }).resize).toBe(expected)
})
