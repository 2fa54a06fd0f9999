import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { edited, editedArgs, editedFile, readEdits } from './edits.ts'

describe('readEdits', () => {
  it.each([
    [
      'append --feature-gates=A=false,B=true to kube-apiserver flags',
      [
        { kind: 'gate', gate: 'A', value: false },
        { kind: 'gate', gate: 'B', value: true },
      ],
    ],
    ['add `A: false` to `featureGates` field', [{ kind: 'gate', gate: 'A', value: false }]],
    [
      'modifying `--feature-gates=A=false` to `--feature-gates=A=true`',
      [{ kind: 'gate', gate: 'A', value: true }],
    ],
    [
      'remove feature flag and downgrade image to v1.31.0',
      [
        { kind: 'gate', gate: 'A', value: undefined },
        { kind: 'release', release: '1.31.0' },
      ],
    ],
    ['DaemonSet by changing the image to v1.31.0', [{ kind: 'release', release: '1.31.0' }]],
    [
      'set --cidr-allocator-type=RangeAllocator',
      [{ kind: 'flag', flag: 'cidr-allocator-type', value: 'RangeAllocator' }],
    ],
    ['restart kube-proxy', []],
  ])('%s', (note, edits) => {
    expect(readEdits([note], ['A'])).toEqual(edits)
  })
  it('takes no gate where several are meant', () => {
    expect(readEdits(['remove the feature flag'], ['A', 'B'])).toEqual([])
  })
})

const off = [{ kind: 'gate', gate: 'A', value: false }] as const
const pod = (command: string[]): object => ({
  kind: 'Pod',
  spec: { containers: [{ image: 'registry.k8s.io/kube-apiserver:v1.33.0', command }] },
})

describe('edited', () => {
  it('gives a program its gate, and takes it away again', () => {
    const once = edited(pod(['kube-apiserver', '--feature-gates=B=true']), off)
    expect(once).toEqual(pod(['kube-apiserver', '--feature-gates=B=true,A=false']))
    const gone = [{ kind: 'gate', gate: 'A', value: undefined }] as const
    expect(edited(once, gone)).toEqual(pod(['kube-apiserver', '--feature-gates=B=true']))
  })
  it('leaves the gates of a program with a configuration file to the file', () => {
    expect(editedArgs(['--config=/a', '--v=2'], off)).toEqual(['--config=/a', '--v=2'])
  })
  it('changes images', () => {
    expect(edited(pod([]), [{ kind: 'release', release: '1.32.1' }])).toMatchObject({
      spec: { containers: [{ image: 'registry.k8s.io/kube-apiserver:v1.32.1' }] },
    })
  })
  it('edits the configurations in a ConfigMap', () => {
    const config = 'kind: KubeProxyConfiguration\nfeatureGates:\n  B: true\n'
    const { data } = edited({ kind: 'ConfigMap', data: { 'config.conf': config, other: 'a: b' } }, off)
    expect(parse(data['config.conf'])).toEqual({
      kind: 'KubeProxyConfiguration',
      featureGates: { A: false, B: true },
    })
    expect(data.other).toBe('a: b')
  })
  it('edits files of several documents', () => {
    expect(editedFile('kind: KubeletConfiguration\n---\nkind: Service\n', off)).toBe(
      'kind: KubeletConfiguration\nfeatureGates:\n  A: false\n---\nkind: Service\n',
    )
  })
})
