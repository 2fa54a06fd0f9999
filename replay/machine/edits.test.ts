import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Edit, edited, editedArgs, editedFile, readEdits } from './edits.ts'

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
  it.each([
    ['no value', { kind: 'flag', flag: 'x', value: undefined }, ['p', '--y=1'], ['p', '--y=1', '--x']],
    ['in its place', { kind: 'flag', flag: 'y', value: '2' }, ['p', '--y=1', '--z'], ['p', '--y=2', '--z']],
    [
      'of two words',
      { kind: 'flag', flag: 'y', value: '2' },
      ['p', '--y', '1', '--z'],
      ['p', '--y=2', '--z'],
    ],
    ['taken away', { kind: 'flag-removed', flag: 'y', value: undefined }, ['p', '--y', '1'], ['p']],
    ['of another value', { kind: 'flag-removed', flag: 'y', value: '2' }, ['p', '--y=1'], undefined],
    ['not there', { kind: 'flag-removed', flag: 'x', value: undefined }, ['p', '--y=1'], undefined],
    [
      'of a list',
      { kind: 'gate', gate: 'A', value: undefined, was: true },
      ['--feature-gates=B=true,A=true'],
      ['--feature-gates=B=true'],
    ],
    [
      'of another state',
      { kind: 'gate', gate: 'A', value: undefined, was: false },
      ['--feature-gates=A=true'],
      undefined,
    ],
    [
      'of two lists',
      { kind: 'gate', gate: 'A', value: false },
      ['--feature-gates=A=true', '--feature-gates=B=true'],
      ['--feature-gates=B=true,A=false'],
    ],
    [
      'an API',
      { kind: 'api', api: 'g/v1beta1', on: true },
      ['--runtime-config=g/v1beta1=false,h=true'],
      ['--runtime-config=h=true,g/v1beta1=true'],
    ],
  ] as const)('flags: %s', (_name, edit: Edit, before, after) => {
    const done = new Set<Edit>()
    expect(editedArgs(before, [edit], done)).toEqual(after ?? before)
    expect(done.has(edit)).toBe(after !== undefined)
  })
  it('finds flags in `args` as well', () => {
    const split = {
      kind: 'Pod',
      spec: { containers: [{ command: ['p'], args: ['--feature-gates=A=true'] }] },
    }
    expect(edited(split, off)).toMatchObject({
      spec: { containers: [{ args: ['--feature-gates=A=false'] }] },
    })
  })
  it('sets fields of configurations, and takes them away', () => {
    const set = { kind: 'field', field: 'maxPods', value: 5 } as const
    expect(edited({ kind: 'KubeletConfiguration' }, [set])).toEqual({
      kind: 'KubeletConfiguration',
      maxPods: 5,
    })
    expect(edited({ kind: 'KubeletConfiguration', maxPods: 5 }, [{ ...set, value: undefined }])).toEqual({
      kind: 'KubeletConfiguration',
    })
  })
  it('sets one entry of a field', () => {
    const set = { kind: 'field', field: 'options.a-b', value: 'true' } as const
    const config = { kind: 'KubeletConfiguration', options: { c: 'd' } }
    const both = { kind: 'KubeletConfiguration', options: { c: 'd', 'a-b': 'true' } }
    expect(edited(config, [set])).toEqual(both)
    expect(edited(both, [{ ...set, value: undefined }])).toEqual(config)
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
