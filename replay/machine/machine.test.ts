import { expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

it('types where the author is, or where the prompt says', async () => {
  const { machine } = fakeMachine()
  fakeNodes(machine)
  const here = async (on?: string) => (await machine.run('whoami; pwd', on)).stdout.split('\n').slice(0, 2)
  expect(await here()).toEqual(['user', machine.computers.workstation.workingDirectory])
  expect(await here('kind-worker')).toEqual(['root', '/'])
  await machine.run('docker exec -it kind-worker bash')
  expect(machine.computers.current.name).toBe('kind-worker')
  await machine.run('exit')
  expect(machine.computers.current).toBe(machine.computers.workstation)
})

it('keeps what an etcd has in a directory, until that is forgotten', async () => {
  const { machine } = fakeMachine()
  const first = await machine.stores.dataDirOf('/var/lib/etcd')
  expect(await machine.stores.dataDirOf('/var/lib/etcd')).toBe(first)
  machine.stores.forgetData('/var/lib/etcd')
  expect(await machine.stores.dataDirOf('/var/lib/etcd')).not.toBe(first)
})
