import { expect, it } from 'vitest'
import { fieldSettingIn } from './field-settings.ts'

it.each([
  ['set', '`ipMode` to `Proxy` on the second Service', 'ipMode', 'Proxy', 'the second Service'],
  ['change', 'the `.spec.type` of the Service to `NodePort`', '.spec.type', 'NodePort', 'the Service'],
  ['update', 'the Deployment `web` `replicas` to 4', 'replicas', 4, 'the Deployment `web`'],
  [
    'change',
    'the reclaim policy of the second PV to `Retain`:',
    'persistentVolumeReclaimPolicy',
    'Retain',
    'the second PV',
  ],
  ['patch', '`suspend: true` on the Job', 'suspend', true, 'the Job'],
  ['remove', 'the `hostUsers` field from the pod', 'hostUsers', null, 'the pod'],
])('%s %s', (verb, rest, field, value, of) => {
  expect(fieldSettingIn(verb, rest)).toEqual({ field: field.replace(/^\./, ''), value, of })
})

it.each([
  ['set', '`MyGate` to `true`'],
  ['set', 'the feature gate to `false`'],
  ['delete', 'the `web` pod'],
  ['change', 'the Service'],
])('reads no field of an object: %s %s', (verb, rest) => {
  expect(fieldSettingIn(verb, rest)).toBeUndefined()
})
