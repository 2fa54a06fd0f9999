import { expect, it } from 'vitest'
import { carryFieldSetting, type Patched } from './set-field.ts'
import type { InstructionWorld } from './world.ts'

const service = (name: string, type: string): Patched => ({
  kind: 'service',
  name,
  namespace: undefined,
  manifest: { kind: 'Service', spec: { type } },
})
const made = [service('red', 'LoadBalancer'), service('inner', 'ClusterIP'), service('blue', 'LoadBalancer')]
const paths: Record<string, string[][]> = {
  ipMode: [['status', 'loadBalancer', 'ingress', '*', 'ipMode']],
  sessionAffinity: [['spec', 'sessionAffinity']],
}
const world = {
  fieldPaths: (_kind: string, name: string) => paths[name] ?? [],
} as unknown as InstructionWorld
const commands = (field: string, value: unknown, of: string | undefined) => {
  const carried = carryFieldSetting({ field, value, of }, made, world)
  return 'deeds' in carried ? carried.deeds.map((deed) => 'text' in deed && deed.text) : carried
}

it('patches what is meant, where its kind has the field', () => {
  expect(commands('ipMode', 'Proxy', 'the second load balancer')).toEqual([
    `kubectl patch service blue --subresource=status --type=json -p '[{"op":"add","value":"Proxy","path":"/status/loadBalancer/ingress/0/ipMode"}]'`,
  ])
  expect(commands('sessionAffinity', 'ClientIP', 'the service `inner`')).toEqual([
    `kubectl patch service inner --type=merge -p '{"spec":{"sessionAffinity":"ClientIP"}}'`,
  ])
  expect(commands('sessionAffinity', null, 'one of the services')).toEqual([
    `kubectl patch service red --type=merge -p '{"spec":{"sessionAffinity":null}}'`,
  ])
  expect(commands('sessionAffinity', 'None', 'both load balancers')).toHaveLength(2)
})

it('finds the volume of a claim', () => {
  const claim = (name: string): Patched => ({
    kind: 'persistentvolumeclaim',
    name,
    namespace: undefined,
    manifest: { kind: 'PersistentVolumeClaim' },
  })
  const setting = { field: 'persistentVolumeReclaimPolicy', value: 'Retain', of: 'the second PV' }
  const where = {
    fieldPaths: () => [['spec', 'persistentVolumeReclaimPolicy']],
  } as unknown as InstructionWorld
  expect(carryFieldSetting(setting, [claim('a'), claim('b')], where)).toEqual({
    deeds: [
      {
        text: `kubectl patch pv/$(kubectl get pvc b -o jsonpath='{.spec.volumeName}') --type=merge -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'`,
      },
    ],
  })
})

it.each([
  ['sessionAffinity', 'the service', /which is meant: red, inner, blue/],
  ['sessionAffinity', undefined, /of which object/],
  ['sessionAffinity', 'the fourth Pod', /does not show the pod/],
  ['noSuchField', 'the service `inner`', /is not known/],
])('says why it does not: %s of %s', (field, of, why) => {
  expect(commands(field, 1, of)).toEqual({ notUnderstood: expect.stringMatching(why) })
})
