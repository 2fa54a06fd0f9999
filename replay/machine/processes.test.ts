import { describe, expect, it } from 'vitest'
import type { RunningComponent } from '../../cluster/component-start.ts'
import { Forwards } from './forwards.ts'
import type { Machine } from './machine.ts'
import { kill, killall, pgrep, pidof, pkill, ps } from './processes.ts'

/** A machine with a server and a kubelet, as far as its processes go. */
function machine() {
  const ended: string[] = []
  const running = new Map<string, RunningComponent>()
  const records = new Map<string, object>()
  const pids = new Map<string, number>()
  for (const [i, name] of ['kube-apiserver', 'kubelet/n1'].entries()) {
    running.set(name, { stop: async () => {} })
    records.set(name, { release: '1.36', args: ['--v=3'], gates: {} })
    pids.set(name, 4001 + i)
  }
  const stopOne = async (name: string): Promise<void> => {
    running.delete(name)
    ended.push(name)
  }
  const cluster = { running, records, pids, stopOne }
  return {
    ended,
    machine: { home: '/home/user', cluster, kubectl: { forwards: new Forwards() } } as unknown as Machine,
  }
}

describe('processes', () => {
  it.each<[string, typeof pkill, string[], string[], number]>([
    ['by pid', kill, ['-9', '4002'], ['kubelet/n1'], 0],
    ['a pid that nothing has', kill, ['1'], [], 1],
    ['but by a question', kill, ['-0', '4002'], [], 0],
    ['but by what Go programs do not hear', pkill, ['-USR1', 'kubelet'], [], 0],
    ['by a signal with a flag', pkill, ['--signal', 'SIGHUP', 'kubelet'], ['kubelet/n1'], 0],
    ['by one that there is not', kill, ['-s', 'FOO', '4002'], [], 1],
    ['by one that there is not, in short', kill, ['-FOO', '4002'], [], 1],
    ['a job', kill, ['%1'], [], 0],
    ['by name', pkill, ['kubelet'], ['kubelet/n1'], 0],
    [
      'by command line',
      pkill,
      ['-9', '-f', '_output/local/bin/linux/arm64/kube-apiserver'],
      ['kube-apiserver'],
      0,
    ],
    ['exactly', pkill, ['-x', 'kube'], [], 1],
    ['by what is no expression', pkill, ['kubelet('], [], 1],
    ['all of a name', killall, ['kubelet'], ['kubelet/n1'], 0],
    ['none of a name', killall, ['etcd'], [], 1],
  ])('are ended %s', async (_how, command, args, victims, exitCode) => {
    const { ended, machine: own } = machine()
    expect((await command(own, args)).exitCode).toBe(exitCode)
    expect(ended).toEqual(victims)
  })
  it.each<[typeof pkill, string[]]>([
    [kill, ['-STOP', '4002']],
    [pkill, ['-SIGSTOP', '-x', 'kubelet']],
    [killall, ['-s', '19', 'kubelet']],
  ])('are not held: that is said', async (command, args) => {
    const { ended, machine: own } = machine()
    expect(await command(own, args)).toEqual({
      stdout: '',
      stderr: 'SIGSTOP to kubelet is not simulated\n',
      exitCode: 1,
      limit: 'not simulated',
    })
    expect(ended).toEqual([])
  })
  it('that forward ports are ended by pid, name or job, and free their ports', async () => {
    const { machine: own } = machine()
    const { forwards } = own.kubectl
    const free = (): boolean => false
    const start = (port: number): void => {
      const one = forwards.begin('workstation', `kubectl port-forward pod/p ${port}:80`, true)
      forwards.listen(one, '127.0.0.1', port, () => {}, free)
    }
    const ports = async (): Promise<string> => (await pgrep(own, ['-af', 'port-forward'])).stdout
    for (const port of [81, 82, 83]) start(port)
    expect(() => start(82)).toThrow('bind: address already in use')
    await kill(own, ['20001'])
    await kill(own, ['%1'])
    expect(await ports()).toBe('20003 kubectl port-forward pod/p 83:80\n')
    expect(forwards.dial('workstation', 'localhost', 81)).toBe('refused')
    expect(forwards.dial('kind-worker', 'localhost', 83)).toBeUndefined()
    await pkill(own, ['-f', 'port-forward'])
    expect(await ports()).toBe('')
  })
  it('that forward ports and were typed without & give way to the next, and to no other program', () => {
    const forwards = new Forwards()
    const listen = (port: number, isJob: boolean): number =>
      forwards.listen(
        forwards.begin('n1', 'kubectl', isJob),
        '127.0.0.1',
        port,
        () => {},
        (one) => one === 6443,
      )
    listen(80, false)
    listen(80, false)
    expect(forwards.running()).toHaveLength(1)
    expect(() => listen(80, true)).toThrow('bind: address already in use')
    expect(() => listen(6443, false)).toThrow('bind: address already in use')
    expect([listen(0, true), listen(0, true)]).toEqual([32_768, 32_769])
  })
  it('are listed', async () => {
    const { machine: own } = machine()
    expect((await pgrep(own, ['kube'])).stdout).toBe('4001\n4002\n')
    expect((await pidof(own, ['kubelet'])).stdout).toBe('4002\n')
    expect((await ps(own)).stdout).toContain('_output/local/bin/linux/amd64/kubelet --v=3')
    await kill(own, ['4001'])
    expect((await pgrep(own, ['-a', 'kube'])).stdout).toMatch(/^4002 \S+kubelet --v=3\n$/)
  })
})
