import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

/** With a server and a kubelet that were started by hand. */
async function running() {
  const { machine, started } = fakeMachine()
  await machine.run('kube-apiserver --v=1')
  await machine.run('kubelet --hostname-override=n1 --v=3')
  started.splice(0)
  return { machine, started }
}

describe('systemctl', () => {
  it('starts a service again with the command line that it had', async () => {
    const { machine, started } = await running()
    expect((await machine.run('sudo systemctl daemon-reload && systemctl restart kubelet')).exitCode).toBe(0)
    expect(started).toEqual(['kubelet 1.36 --hostname-override=n1 --v=3'])
  })

  it('stops a service, and says so', async () => {
    const { machine } = await running()
    expect((await machine.run('systemctl is-active kubelet')).stdout).toBe('active\n')
    await machine.run('systemctl stop kubelet.service')
    expect(await machine.run('systemctl is-active kubelet')).toMatchObject({
      stdout: 'inactive\n',
      exitCode: 3,
    })
    expect((await machine.run('systemctl status kubelet')).stdout).toContain('inactive (dead)')
  })

  it('says of a service that ends as soon as it starts that it waits to be started again', async () => {
    const { machine } = fakeMachine({ refusal: 'wrong configuration\n' })
    machine.cluster.adopt('kubelet/n1', { record: { release: '1.33.1', args: [], gates: {} } })
    await machine.cluster.stopOne('kubelet/n1')
    await machine.run('systemctl restart kubelet')
    expect(await machine.run('systemctl is-active kubelet')).toMatchObject({
      stdout: 'activating\n',
      exitCode: 3,
      failures: [],
    })
    expect((await machine.run('systemctl is-active containerd')).stdout).toBe('active\n')
  })

  it('knows only services that there are', async () => {
    const { machine } = await running()
    expect((await machine.run('systemctl restart containerd')).exitCode).toBe(0)
    expect(await machine.run('systemctl restart nothing')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('Unit nothing.service not found.'),
    })
  })

  it('asks the cluster for the kubelet of a node', async () => {
    const { machine } = await running()
    const asked = fakeNodes(machine)
    machine.cluster.adopt('kubelet/kind-worker', {
      record: { release: '1.33.1', args: [], gates: {} },
    })
    await machine.run('docker exec kind-worker systemctl restart kubelet')
    expect(asked).toEqual(['start kubelet of kind-worker'])
  })
})
