import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { volumeNamed } from './told-names.ts'

const name = 'pvc-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'
const volume = (own: string, claim: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: own },
  spec: { claimRef: { namespace: 'default', name: claim } },
})
const objects = {
  now: async () => [volume('pvc-1', 'red'), volume('pvc-2', 'blue')],
  documented: ['red', 'blue'].map((claim) => ({
    resource: 'persistentvolumeclaims',
    name: claim,
    namespace: 'default',
  })),
}
const named = (prose: string, text = `kubectl get pv ${name}`, shown?: string) =>
  volumeNamed(
    name,
    { text, output: shown === undefined ? undefined : { lines: [shown], line: 1 } },
    prose,
    objects,
  )

it('finds the volume by its place among the claims, or by the claim that the output shows', async () => {
  expect(await named('Check the second (newer) PV:')).toBe('pvc-2')
  expect(await named('Check it:', undefined, `${name}   1Gi   RWO   Retain   Bound   default/red`)).toBe(
    'pvc-1',
  )
})

it('finds none where nothing tells which it is', async () => {
  expect(await named('Check the PV:')).toBeUndefined()
  expect(await named('Check the third PV:')).toBeUndefined()
  expect(await named('Check the first PV:', `kubectl get pods ${name}`)).toBeUndefined()
})
