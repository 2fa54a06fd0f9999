import { expect, it } from 'vitest'
import { AssumedObjects, assumedObjects } from '../replay/machine/assumed-objects.ts'
import { simulatedMachine } from './simulated-machine.ts'

it('gives every cluster the storage class that its document uses, once', async () => {
  const assumed = new AssumedObjects(assumedObjects('storageClassName: csi-hostpath-sc'))
  const machine = simulatedMachine('master', assumed)
  await machine.run('kind create cluster')
  const classes = async () => (await machine.run('kubectl get sc -o name')).stdout
  expect(await classes()).toContain('storageclass.storage.k8s.io/csi-hostpath-sc\n')
  expect([...assumed.created]).toEqual([
    'CSIDriver hostpath.csi.k8s.io',
    'StorageClass csi-hostpath-sc, of the CSI hostpath driver',
  ])
  await machine.run('kubectl delete sc csi-hostpath-sc')
  expect(await classes()).not.toContain('csi-hostpath-sc')
})
