import { describe, expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

describe('packages', () => {
  it.each([
    "apt-get install -y kubeadm='1.33.2-*' curl",
    'sudo apt-get update && sudo apt-get install -y kubeadm=1.33.2-1.1',
    'yum install -y kubeadm-1.33.2-0 --disableexcludes=kubernetes',
    'zypper in kubeadm-1.33.2',
  ])('%s', async (command) => {
    const { machine } = fakeMachine()
    expect((await machine.run(command)).exitCode).toBe(0)
    expect([...machine.installed]).toEqual([['kubeadm', '1.33.2']])
  })

  it('undoes the last change', async () => {
    const { machine } = fakeMachine()
    await machine.run('yum install kubelet-1.32.0-0 && yum install kubelet-1.33.0-0')
    await machine.run('yum history undo 12')
    expect(machine.installed.get('kubelet')).toBe('1.32.0')
    await machine.run('yum history undo 11')
    expect((await machine.run('yum history undo 10')).exitCode).toBe(1)
  })

  it('has no release that cannot be simulated', async () => {
    const { machine } = fakeMachine()
    expect(await machine.run('apt-get install kubelet=1.20.0-00')).toMatchObject({
      exitCode: 100,
      stderr: "E: Version '1.20.0' for 'kubelet' was not found\n",
    })
    expect(machine.takeFailures()).toMatchObject([{ release: '1.20.0' }])
  })
})
