import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

const config = (rest: string): string =>
  `printf 'apiVersion: kind.x-k8s.io/v1alpha4\\n${rest}\\n' | kind create cluster --config -`

describe('kind', () => {
  it('builds images of what is checked out, or of a release', async () => {
    const { machine, started } = fakeMachine()
    const { stderr } = await machine.run('kind build node-image --arch arm64')
    expect(stderr).toMatch(
      /^Building using source: ".*"\n[\s\S]*Image "kindest\/node:latest" build completed.\n$/,
    )
    await machine.run('kind build node-image v1.33.2 --image own:1 && git checkout release-1.32')
    const from = async (image: string) => {
      await machine.run(`kind create cluster --image ${image}`)
      await machine.run('kind delete cluster')
      return started.splice(0)[0]?.split(' ')[1]
    }
    expect(await from('kindest/node:latest')).toBe('1.36.0')
    expect(await from('own:1')).toBe('1.33.2')
  })

  it('exports logs', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    const { stdout } = await machine.run('kind export logs logs')
    expect(stdout).toMatch(/\/logs\n$/)
    expect((await machine.run('ls logs logs/kind-worker')).stdout).toContain('kubelet.log')
  })

  it('tells of its clusters and their nodes', async () => {
    const { machine } = fakeMachine()
    expect((await machine.run('kind get clusters')).stderr).toBe('No kind clusters found.\n')
    fakeNodes(machine)
    expect((await machine.run('kind get clusters')).stdout).toBe('kind\n')
    expect((await machine.run('kind get nodes -qA')).stdout).toBe('kind-control-plane\nkind-worker\n')
    expect((await machine.run('kind get nodes')).stdout).toBe('kind-control-plane\nkind-worker\n')
    expect((await machine.run('kind get nodes --name other')).stderr).toContain('No kind nodes found')
    expect((await machine.run('kind get kubeconfig --name other')).exitCode).toBe(1)
  })

  it('deletes a cluster with its nodes, and no other', async () => {
    const { machine } = fakeMachine()
    fakeNodes(machine)
    await machine.run('kind delete cluster -n other')
    await machine.run('kind delete clusters other')
    expect(machine.computers.nodes.size).toBe(2)
    expect((await machine.run('kind delete clusters a kind')).stderr).toBe('Deleted clusters: ["a" "kind"]\n')
    expect(machine.computers.nodes.size).toBe(0)
    expect(machine.kubeadm).toBeUndefined()
  })

  it.each([
    ['kind create cluster', 'already exist for a cluster with the name "kind"'],
    ['kind create cluster --name a --config none.yaml', 'open none.yaml: no such file or directory'],
    ['echo "kind: Cluster" | kind create cluster --name a --config -', 'unknown apiVersion: \n'],
    [`${config('kind: Node')} --name a`, 'unknown kind Node for apiVersion: kind.x-k8s.io/v1alpha4'],
    [
      `${config('kind: Cluster\\nnodes:\\n- roles: worker\\nfeatures: {}')} --name a`,
      'ERROR: failed to create cluster: unable to decode config: yaml: unmarshal errors:\n  line 4: field roles not found in type v1alpha4.Node\n  line 5: field features not found in type v1alpha4.Cluster\n',
    ],
    [
      `${config('kind: Cluster\\nnodes:\\n- role: worker\\nnetworking: {kubeProxyMode: ebpf}')} --name a`,
      '[invalid kubeProxyMode: ebpf, must have at least one control-plane node]',
    ],
    ['kind create cluster --nmae a', 'unknown flag: --nmae'],
    ['kind create cluster -x', "unknown shorthand flag: 'x' in -x"],
    [
      'kind create cluster --wait 5',
      'invalid argument "5" for "--wait" flag: time: missing unit in duration "5"',
    ],
    ['kind create cluster own', 'unknown command "own" for "kind create cluster"'],
    ['kind create cluster --name other --name kind', 'already exist for a cluster with the name "kind"'],
    ['kind get nodes --name', 'flag needs an argument: --name'],
    ['kind load docker-image -n kind', 'a list of image names is required'],
    ['kind delete clusters', 'no cluster names provided'],
    ['kind load docker-image a:1 --name other', 'no nodes found for cluster "other"'],
    ['kind export logs --name other', 'unknown cluster "other"'],
    ['kind build node-image --type release v1', 'v1 is not a valid kubernetes version'],
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
    expect(machine.incidents.takeFailures()).toMatchObject([{ component: 'kube-apiserver' }])
  })
})
