import { expect, it } from 'vitest'
import { createComponentRuntime } from '../cli/component-runtime.ts'
import { realClock } from '../component-base/clock.ts'
import { realRandom } from '../component-base/random.ts'
import { AssumedObjects, assumedObjects } from '../replay/machine/assumed-objects.ts'
import { builtinKubectl } from '../replay/machine/builtin-kubectl.ts'
import { createMachine } from '../replay/machine/create-machine.ts'

it('gives every cluster the storage class that its document uses, once', async () => {
  const machine = createMachine({
    runtime: createComponentRuntime(),
    kubectl: builtinKubectl,
    clock: realClock,
    random: realRandom,
    checkout: {
      branch: 'master',
      named: new Map(),
      newest: '1.36',
      known: () => true,
      full: (release) => (release.split('.').length === 2 ? `${release}.0` : release),
    },
  })
  try {
    machine.assumed = new AssumedObjects(assumedObjects('storageClassName: csi-hostpath-sc'))
    await machine.run('kind create cluster')
    const classes = async () => (await machine.run('kubectl get sc -o name')).stdout
    expect(await classes()).toContain('storageclass.storage.k8s.io/csi-hostpath-sc\n')
    expect([...machine.assumed.created]).toEqual([
      'CSIDriver hostpath.csi.k8s.io',
      'StorageClass csi-hostpath-sc, of the CSI hostpath driver',
    ])
    await machine.run('kubectl delete sc csi-hostpath-sc')
    expect(await classes()).not.toContain('csi-hostpath-sc')
  } finally {
    await machine.close()
  }
})
