import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

describe('kind', () => {
  it('tells of its clusters and their nodes', async () => {
    const { machine } = fakeMachine()
    expect((await machine.run('kind get clusters')).stderr).toBe('No kind clusters found.\n')
    fakeNodes(machine)
    expect((await machine.run('kind get clusters')).stdout).toBe('kind\n')
    expect((await machine.run('kind get nodes')).stdout).toBe('kind-control-plane\nkind-worker\n')
    expect((await machine.run('kind get nodes --name other')).stderr).toContain('No kind nodes found')
    expect((await machine.run('kind get kubeconfig --name other')).exitCode).toBe(1)
  })

  it('deletes a cluster with its nodes, and no other', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    await machine.run('kind delete cluster --name other')
    expect(machine.nodeHosts.size).toBe(2)
    await machine.run('kind delete cluster')
    expect(machine.nodeHosts.size).toBe(0)
    expect(machine.kubeadm).toBeUndefined()
  })

  it.each([
    ['kind create cluster', 'already exist for a cluster with the name "kind"'],
    ['kind create cluster --name a --config none.yaml', 'open none.yaml: no such file or directory'],
    ['echo "kind: Node" | kind create cluster --name a --config -', 'unknown kind Node'],
    ['kind create cluster --name a --image kindest/node:v1.20.0', 'failed to pull the node image'],
    ['kind frobnicate', 'unknown command "frobnicate"'],
  ])('%s is refused', async (command, message) => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    expect(await machine.run(command)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(message),
    })
  })

  it('shows why a server of the cluster does not start', async () => {
    const { machine } = fakeMachine({ refusal: 'unrecognized feature gate: X\n' })
    const { stderr, exitCode } = await machine.run('kind create cluster')
    expect(stderr).toBe('ERROR: failed to create cluster: unrecognized feature gate: X\n')
    expect(exitCode).toBe(1)
    expect(machine.takeFailures()).toMatchObject([{ component: 'kube-apiserver' }])
  })
})
