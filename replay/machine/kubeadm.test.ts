import { describe, expect, it } from 'vitest'
import { fakeMachine, fakeNodes } from './testing/fake-machine.ts'

async function withKubeadm(release: string, cluster = '1.33.1', named: Record<string, string> = {}) {
  const { machine } = fakeMachine()
  for (const [tag, stands] of Object.entries(named)) machine.checkout.named.set(tag, stands)
  machine.checkout.branch = `v${cluster}`
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

  const config = (version: string) => `cat > c.yaml <<'E'
apiVersion: kubeadm.k8s.io/${version}
kind: ClusterConfiguration
apiServer:
  extraArgs:
    v: "5"
E`

  it('upgrades the control plane, and then kube-proxy', async () => {
    const { machine, asked } = await withKubeadm('1.34.1')
    const { stdout } = await machine.run('sudo kubeadm upgrade apply v1.34.1 -y')
    expect(stdout).toContain('SUCCESS! A control plane node of your cluster was upgraded to "v1.34.1".')
    const release = '{"kind":"release","release":"1.34.1"}'
    expect(asked).toEqual([
      `change kube-apiserver [${release}]`,
      `change kube-controller-manager [${release}]`,
      `change kube-scheduler [${release}]`,
      `change kube-proxy [${release}]`,
    ])
  })

  it('reconfigures the cluster as the releases did that still let it, whatever stands for them', async () => {
    const { machine, asked } = await withKubeadm('1.28.1', '1.27.5', {
      'v1.27.5': '1.33.0',
      'v1.28.1': '1.34.0',
    })
    await machine.run(config('v1beta3'))
    const { stdout, stderr } = await machine.run('sudo kubeadm upgrade apply --config c.yaml v1.28.1')
    expect(stderr).toMatch(/^W\d{4} .*\] WARNING: Usage of the --config flag with kubeadm config types/)
    expect(stdout).toContain('[upgrade/successful] SUCCESS! Your cluster was upgraded to "v1.28.1". Enjoy!')
    expect(asked[0]).toBe(
      'change kube-apiserver [{"kind":"release","release":"1.34.0"},{"kind":"flag","flag":"v","value":"5"}]',
    )
  })

  it('takes no configuration of the cluster since it has one for upgrades', async () => {
    const { machine, asked } = await withKubeadm('1.34.1')
    await machine.run(config('v1beta4'))
    expect((await machine.run('kubeadm upgrade apply v1.34.1 -y --config c.yaml')).stderr).toMatch(
      /Ignored configuration document with GroupVersionKind kubeadm.k8s.io\/v1beta4, Kind=ClusterConfiguration\nerror: no UpgradeConfiguration found in the supplied config\nTo see/,
    )
    expect(asked).toEqual([])
  })

  it.each([
    [
      '1.34.1',
      '1.34.3',
      '- Specified version to upgrade to "v1.34.3" is higher than the kubeadm version "v1.34.1".',
    ],
    ['1.33.5', '1.34.0', '(34 > 33). Such an upgrade is not supported'],
    ['1.35.1', '1.35.0', 'is too high; kubeadm can upgrade only 1 minor version at a time'],
    ['1.33.5', '1.31.0', 'is equal to or lower than the minimum supported version "v1.33.1"'],
    ['1.34.1', '1.33.3', 'Kubeadm version v1.34.1 can only be used to upgrade to Kubernetes version 1.34'],
    ['1.34.1', '1.34.1 --yess', 'unknown flag: --yess'],
    ['1.34.1', '', 'missing one or more required arguments. Required arguments: [version]'],
  ])('of %s does not upgrade to %s', async (release, wanted, message) => {
    const { machine, asked } = await withKubeadm(release)
    const { stderr, exitCode } = await machine.run(`kubeadm upgrade apply ${wanted}`)
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/\nTo see the stack trace of this error execute with --v=5 or higher\n$/)
    expect([exitCode, asked]).toEqual([1, []])
  })

  it('does what it is forced to, asks a terminal, and takes what is piped in for an answer', async () => {
    const { machine, asked } = await withKubeadm('1.34.1')
    expect((await machine.run('echo n | kubeadm upgrade apply v1.34.1')).stderr).toContain("won't proceed")
    expect(asked).toEqual([])
    expect((await machine.run('kubeadm upgrade apply v1.34.1')).stdout).toContain('[y/N]:')
    expect((await machine.run('kubeadm upgrade apply v1.34.3 --force')).exitCode).toBe(0)
  })

  it('plans', async () => {
    const { machine } = await withKubeadm('1.34.0')
    const { stdout } = await machine.run('kubeadm upgrade plan')
    expect(stdout).toContain(
      '[upgrade/versions] Cluster version: 1.33.1\n[upgrade/versions] kubeadm version: v1.34.0\n',
    )
    expect(stdout).toContain('kube-apiserver            kind-control-plane   v1.33.1    v1.34.0\n')
    expect(stdout).toContain('\tkubeadm upgrade apply v1.34.0\n')
  })

  it.each([
    [
      '1.34.1',
      'v1beta2',
      'your configuration file uses an old API spec: "kubeadm.k8s.io/v1beta2" (kind: "ClusterConfiguration"). Please use kubeadm v1.22 instead',
    ],
    ['1.30.1', 'v1beta4', 'experimental API spec: "kubeadm.k8s.io/v1beta4" is not allowed.'],
    [
      '1.34.1',
      'v1beta9',
      'no kind "ClusterConfiguration" is registered for version "kubeadm.k8s.io/v1beta9"',
    ],
  ])('%s does not read %s', async (release, version, message) => {
    const { machine } = await withKubeadm(release)
    await machine.run(config(version))
    expect((await machine.run('kubeadm init --config c.yaml')).stderr).toContain(message)
    expect((await machine.run('kubeadm config validate --config c.yaml')).exitCode).toBe(1)
  })

  it('migrates configurations', async () => {
    const { machine } = await withKubeadm('1.34.1')
    await machine.run(config('v1beta3'))
    expect((await machine.run('kubeadm config migrate --old-config c.yaml')).stdout).toBe(
      'apiServer:\n  extraArgs:\n    - name: v\n      value: "5"\napiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n',
    )
  })

  it.each([
    ['kubeadm upgrade apply v1.34.0', 'failed to load admin kubeconfig'],
    ['kubeadm init --pod-network=x', 'unknown flag: --pod-network'],
    ['kubeadm join --token a.b --kustomized=x', 'unknown flag: --kustomized'],
    ['kubeadm innit', 'unknown command "innit" for "kubeadm"'],
    ['kubeadm init --config nowhere.yaml', 'unable to load config from file "nowhere.yaml"'],
    [
      'kubeadm init --kubernetes-version 1.30.0',
      'only supports deploying clusters with the control plane version >= 1.35.0',
    ],
  ])('refuses `%s`', async (command, message) => {
    const { machine } = fakeMachine()
    const { stderr, exitCode } = await machine.run(command)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(1)
  })
})
