import { describe, expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

const off = [{ kind: 'gate', gate: 'A', value: false }] as const

describe('editors', () => {
  it('make the edit that the document tells of', async () => {
    const { machine } = fakeMachine()
    await machine.writeFile('/etc/k.yaml', 'kind: KubeletConfiguration\n')
    machine.editor.willMake(off)
    await machine.run('sudo vi /etc/k.yaml')
    expect(await machine.readFile('/etc/k.yaml')).toBe(
      'kind: KubeletConfiguration\nfeatureGates:\n  A: false\n',
    )
  })

  it('say what is not there to be taken away, and leave the file', async () => {
    const { machine } = fakeMachine()
    await machine.writeFile('/etc/k.yaml', 'kind: KubeletConfiguration\n')
    machine.editor.willMake([{ kind: 'gate', gate: 'A', value: undefined }])
    expect(await machine.run('vi /etc/k.yaml')).toMatchObject({
      exitCode: 1,
      stderr: 'A is not set in /etc/k.yaml\n',
    })
  })

  it('only look where nothing is told, and make a file that is not there', async () => {
    const { machine } = fakeMachine()
    await machine.run('nano +3 new.yaml')
    expect((await machine.run('cat new.yaml')).stdout).toBe('')
  })
})

describe('kubectl edit', () => {
  it('gets, edits and puts back, where it was told to', async () => {
    const calls: string[][] = []
    const { machine } = fakeMachine({
      kubectl: async (_machine, args, { stdin }) => {
        calls.push(args[0] === 'replace' ? [...args, stdin] : args)
        const stdout =
          args[0] === 'get'
            ? '{"kind":"ConfigMap","data":{"c":"kind: KubeProxyConfiguration\\n"}}'
            : 'configmap/x replaced\n'
        return { stdout, stderr: '', exitCode: 0 }
      },
    })
    machine.editor.willMake(off)
    const { stdout } = await machine.run('kubectl -n kube-system edit cm x')
    expect(stdout).toBe('configmap/x edited\n')
    expect(calls[0]).toEqual(['get', '-n', 'kube-system', 'cm', 'x', '-o', 'json'])
    expect(calls[1]!.slice(0, 5)).toEqual(['replace', '-n', 'kube-system', '-f', '-'])
    expect(calls[1]![5]).toContain('A: false')
  })

  it('refuses where the document does not say what is edited', async () => {
    const { machine } = fakeMachine()
    expect((await machine.run('kubectl edit cm x')).stderr).toContain('does not say what is edited')
  })
})
