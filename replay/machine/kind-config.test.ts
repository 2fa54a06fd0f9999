import { describe, expect, it } from 'vitest'
import { readKindConfig, readPatches } from './kind-config.ts'

describe('kind configuration', () => {
  it('refuses what is no cluster', () => {
    expect(() => readKindConfig('kind: Node\n')).toThrow('unknown kind Node')
    expect(() => readKindConfig('a: [\n')).toThrow()
  })
  it('reads patches in both forms of kubeadm', () => {
    const v1beta3 =
      'kind: JoinConfiguration\nnodeRegistration:\n  kubeletExtraArgs:\n    node-labels: "a=b"\n'
    const v1beta4 =
      'kind: ClusterConfiguration\napiServer:\n  extraArgs:\n  - name: feature-gates\n    value: A=true\n---\nkind: KubeletConfiguration\nmaxPods: 5\n'
    expect(readPatches([v1beta3, v1beta4])).toEqual({
      kubeletArgs: { 'node-labels': 'a=b' },
      extraArgs: {
        'kube-apiserver': { 'feature-gates': 'A=true' },
        'kube-controller-manager': {},
        'kube-scheduler': {},
      },
      kubeletConfig: { maxPods: 5 },
      proxyConfig: {},
    })
  })
})
