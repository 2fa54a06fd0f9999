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
    expect([...machine.packages.all]).toEqual([['kubeadm', '1.33.2']])
  })

  it('undoes the change of that number, or the last that is not undone', async () => {
    const { machine } = fakeMachine()
    await machine.run('yum install kubelet-1.32.0-0 && yum install kubelet-1.33.0-0 kubeadm-1.33.0-0')
    await machine.run('yum history undo 12')
    expect([...machine.packages.all]).toEqual([['kubelet', '1.32.0']])
    await machine.run('yum -y history undo 1')
    expect(machine.packages.all.size).toBe(0)
    expect((await machine.run('yum history undo 10')).exitCode).toBe(1)
  })

  it('lists its history, the newest first', async () => {
    const { machine } = fakeMachine()
    await machine.run('sudo dnf install -y kubelet-1.32.0-0 && sudo dnf install -y kubeadm-1.33.0-0')
    const { stdout } = await machine.run('dnf history | grep kube')
    expect(stdout).toMatch(
      /^ +2 \| install -y kubeadm-1.33.0-0 +\| \d{4}-\d\d-\d\d \d\d:\d\d \| Install +\| +1 +\n +1 \|/,
    )
  })

  it('finds every patch release', async () => {
    const { machine } = fakeMachine()
    const { stdout } = await machine.run('yum search kubeadm --showduplicates --quiet | grep 1.33')
    expect(stdout).toBe(
      'kubeadm-1.33.0-150500.1.1.x86_64 : Command-line utility for administering a Kubernetes cluster.\n',
    )
    expect((await machine.run('apt-cache madison kubelet')).stdout).toContain(
      'kubelet | 1.36.0-1.1 | https://pkgs',
    )
  })

  it('finds the releases that others stand for, with the patches before them', async () => {
    const { machine } = fakeMachine()
    machine.checkout.named.set('v1.28.1', '1.34.0')
    expect((await machine.run('dnf search kubeadm --showduplicates --quiet | grep 1.28')).stdout).toBe(
      [0, 1]
        .map(
          (patch) =>
            `kubeadm-1.28.${patch}-0.x86_64 : Command-line utility for administering a Kubernetes cluster.\n`,
        )
        .join(''),
    )
  })

  it('has no release that cannot be simulated', async () => {
    const { machine } = fakeMachine()
    expect(await machine.run('apt-get install kubelet=1.20.0-00')).toMatchObject({
      exitCode: 100,
      stderr: "E: Version '1.20.0' for 'kubelet' was not found\n",
    })
    expect(machine.incidents.takeFailures()).toMatchObject([{ release: '1.20.0' }])
  })
})
