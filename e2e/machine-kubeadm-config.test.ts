// The configuration that kubeadm keeps in a cluster, in the form of its release.
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { simulatedMachine } from './simulated-machine.ts'

async function configurations(
  release: string,
): Promise<{ cluster: Record<string, unknown>; kubelet: unknown }> {
  const machine = simulatedMachine()
  const config = 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nfeatureGates: {PodIndexLabel: true}\n'
  const image = `kindest/node:v${release}.0`
  await machine.run(`kind create cluster --image ${image} --config - <<'EOF'\n${config}EOF`)
  const read = async (name: string, key: string): Promise<unknown> => {
    const path = `jsonpath='{.data.${key}}'`
    const { stdout, stderr } = await machine.run(`kubectl -n kube-system get configmap ${name} -o ${path}`)
    expect(stderr).toBe('')
    return parse(stdout)
  }
  const cluster = (await read('kubeadm-config', 'ClusterConfiguration')) as Record<string, unknown>
  const kubelet = await read('kubelet-config', 'kubelet')
  return { cluster, kubelet }
}

it.each([
  ['1.30', 'v1beta3', { 'feature-gates': 'PodIndexLabel=true' }],
  ['1.33', 'v1beta4', [{ name: 'feature-gates', value: 'PodIndexLabel=true' }]],
])('kubeadm of %s writes %s', async (release, version, extraArgs) => {
  const { cluster, kubelet } = await configurations(release)
  expect(cluster).toMatchObject({
    apiVersion: `kubeadm.k8s.io/${version}`,
    kind: 'ClusterConfiguration',
    kubernetesVersion: `v${release}.0`,
    networking: { dnsDomain: 'cluster.local', podSubnet: '10.244.0.0/16', serviceSubnet: '10.96.0.0/16' },
    scheduler: { extraArgs },
  })
  expect(kubelet).toMatchObject({ kind: 'KubeletConfiguration', featureGates: { PodIndexLabel: true } })
})
