import { describe, expect, it } from 'vitest'
import type { RunningComponent } from '../../cluster/component-start.ts'
import { Forwards } from './forwards.ts'
import type { Host } from './host.ts'
import { Jobs } from './jobs.ts'
import type { Machine } from './machine.ts'
import { kill, killall, pgrep, pidof, pkill, processFile, ps } from './processes.ts'

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
  const forwards = new Forwards()
  const own = { home: '/home/user', cluster, kubectl: { forwards } } as unknown as Machine
  const host = (name: string): Host => {
    const jobs = new Jobs(
      () => forwards.takePid(),
      (one) => forwards.isRunning(one),
    )
    return { name, jobs } as unknown as Host
  }
  // None of these commands asks for it.
  const context = {} as Parameters<typeof pkill>[2]
  return {
    ended,
    forwards,
    on:
      (computer: Host) =>
      (command: typeof pkill, ...args: string[]) =>
        command(own, args, context, computer),
    file: (computer: Host, pid: number, name: string) => processFile(own, computer, pid, name),
    workstation: host('workstation'),
    node: host('kind-worker'),
  }
}

describe('processes', () => {
  it.each<[string, typeof pkill, string[], string[], number]>([
    ['by pid', kill, ['-9', '4002'], ['kubelet/n1'], 0],
    ['a pid that nothing has', kill, ['1'], [], 1],
    ['a job that there is not', kill, ['%1'], [], 1],
    ['one of several', kill, ['1', '4002'], ['kubelet/n1'], 0],
    ['but by a question', kill, ['-0', '4002'], [], 0],
    ['but by what Go programs do not hear', pkill, ['-USR1', 'kubelet'], [], 0],
    ['by a signal with a flag', pkill, ['--signal', 'SIGHUP', 'kubelet'], ['kubelet/n1'], 0],
    ['by one that there is not', kill, ['-s', 'FOO', '4002'], [], 1],
    ['by one that there is not, in short', kill, ['-FOO', '4002'], [], 1],
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
    const { ended, on, workstation } = machine()
    expect((await on(workstation)(command, ...args)).exitCode).toBe(exitCode)
    expect(ended).toEqual(victims)
  })
  it.each<[typeof pkill, string[]]>([
    [kill, ['-STOP', '4002']],
    [pkill, ['-SIGSTOP', '-x', 'kubelet']],
    [killall, ['-s', '19', 'kubelet']],
  ])('are not held: that is said', async (command, args) => {
    const { ended, on, workstation } = machine()
    expect(await on(workstation)(command, ...args)).toEqual({
      stdout: '',
      stderr: 'SIGSTOP to kubelet is not simulated\n',
      exitCode: 1,
      limit: 'not simulated',
    })
    expect(ended).toEqual([])
  })
  it('that forward ports are ended by pid, name or job, on their own computer', async () => {
    const { forwards, on, workstation, node } = machine()
    const here = on(workstation)
    const start = ({ name, jobs }: Host, port: number): void => {
      jobs.begin()
      const one = forwards.begin(name, `kubectl port-forward pod/p ${port}:80`, jobs.takeOwnPid())
      jobs.add(one)
      forwards.listen(
        one,
        '127.0.0.1',
        port,
        () => {},
        () => false,
      )
      jobs.end(0)
      jobs.startLine()
    }
    for (const port of [81, 82, 83, 84]) start(workstation, port)
    start(node, 81)
    expect(workstation.jobs.lastPid).toBe('20004')
    const told = async (...args: string[]): Promise<unknown> => {
      const { exitCode, stderr } = await here(kill, ...args)
      workstation.jobs.startLine()
      return [exitCode, stderr]
    }
    expect(await told('20002')).toEqual([0, ''])
    expect(await told('%1')).toEqual([0, ''])
    expect(await told('%1')).toEqual([1, 'bash: kill: %1: no such job\n'])
    expect(await told('%kubectl')).toEqual([1, 'bash: kill: %kubectl: ambiguous job spec\n'])
    expect(await told('%?83')).toEqual([0, ''])
    expect((await here(pgrep, '-af', 'port-forward')).stdout).toBe('20004 kubectl port-forward pod/p 84:80\n')
    await here(pkill, '-f', 'port-forward')
    expect((await on(node)(pgrep, '-af', 'port-forward')).stdout).toBe(
      '20005 kubectl port-forward pod/p 81:80\n',
    )
    expect((await here(pgrep, '-f', 'port-forward')).exitCode).toBe(1)
  })
  it('are listed', async () => {
    const { on, workstation } = machine()
    const here = on(workstation)
    expect((await here(pgrep, 'kube')).stdout).toBe('4001\n4002\n')
    expect((await here(pidof, 'kubelet')).stdout).toBe('4002\n')
    expect((await here(ps)).stdout).toContain('_output/local/bin/linux/amd64/kubelet --v=3')
    await here(kill, '4001')
    expect((await here(pgrep, '-a', 'kube')).stdout).toMatch(/^4002 \S+kubelet --v=3\n$/)
  })

  it('are files of /proc', () => {
    const { file, workstation } = machine()
    const path = '/home/user/go/src/k8s.io/kubernetes/_output/local/bin/linux/amd64/kubelet'
    expect(file(workstation, 4002, 'cmdline')).toBe(`${path}\0--v=3\0`)
    expect(file(workstation, 4001, 'comm')).toBe('kube-apiserver\n')
    expect([file(workstation, 4001, 'exe'), file(workstation, 1, 'comm')]).toEqual([undefined, undefined])
  })
})
