import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

async function withKubeadm(release: string) {
  const { machine } = fakeMachine()
  await machine.run('kube-apiserver')
  const asked = fakeNodes(machine)
  await machine.run(`apt-get install kubeadm=${release}-1.1`)
  return { machine, asked }
}

describe('kubeadm', () => {
  it('has the version of its package', async () => {
    const { machine } = await withKubeadm('1.34.1')
    expect((await machine.run('kubeadm version -o short')).stdout).toBe('v1.34.1\n')
    expect((await machine.run('kubeadm version')).stdout).toContain('GitVersion:"v1.34.1"')
  })

  it('upgrades the control plane, with flags of the configuration, and then kube-proxy', async () => {
    const { machine, asked } = await withKubeadm('1.34.1')
    await machine.run(`cat > c.yaml <<'E'
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
apiServer:
  extraArgs:
  - {name: v, value: "5"}
E`)
    const { stdout } = await machine.run('sudo kubeadm upgrade apply v1.34.1 -y --config c.yaml')
    expect(stdout).toContain('Your cluster was upgraded to "v1.34.1"')
    const release = '{"kind":"release","release":"1.34.1"}'
    expect(asked).toEqual([
      `change kube-apiserver [${release},{"kind":"flag","flag":"v","value":"5"}]`,
      `change kube-controller-manager [${release}]`,
      `change kube-scheduler [${release}]`,
      `change kube-proxy [${release}]`,
    ])
  })

  it('goes no further than it is itself', async () => {
    const { machine, asked } = await withKubeadm('1.33.0')
    const { stderr, exitCode } = await machine.run('kubeadm upgrade apply v1.34.0')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is higher than the kubeadm version "v1.33.0"')
    expect(asked).toEqual([])
  })

  it('has nothing to upgrade where no cluster runs', async () => {
    const { machine } = fakeMachine()
    expect((await machine.run('kubeadm upgrade apply v1.34.0')).stderr).toContain(
      'no kube-apiserver runs here',
    )
  })
})
