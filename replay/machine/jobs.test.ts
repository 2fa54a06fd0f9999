import { parse } from 'just-bash'
import { expect, it } from 'vitest'
import { realClock } from '../../component-base/clock.ts'
import { Host } from './host.ts'
import { Jobs, placeJobs } from './jobs.ts'

/** A computer on which `started` says whether it is a job's, and which process. */
function computer(): Host {
  let pid = 1
  const host: Host = new Host({
    ...{ name: 'n', home: '/', cwd: '/', env: {}, programs: {}, clock: realClock },
    sleep: async () => {},
    takePid: () => pid++,
    isRunning: () => false,
    processFile: () => undefined,
    doubt: () => {},
    commands: [
      {
        name: 'started',
        run: async (args) => ({
          stdout: `${args.join(' ')}:${host.jobs.takeOwnPid() ?? '-'}\n`,
          stderr: '',
          exitCode: args[0] === 'fails' ? 3 : 0,
        }),
      },
    ],
  })
  return host
}

it.each([
  ['started a & started b', 'a:1\nb:-\n'],
  ['started a; echo x & started b', 'a:-\nx\nb:-\n'],
  ['started a & X=$!; started b & echo $X "$!" $(($! + 1))', 'a:1\nb:2\n1 2 3\n'],
  ['echo "<$!>"; echo port-forward & echo "<$!>"', '<>\nport-forward\n<1>\n'],
  ['for i in a b; do started $i & done; echo $!', 'a:1\nb:2\n2\n'],
  ['{ started a && started b; } & started c', 'a:1\nb:1\nc:-\n'],
  ['f() { started a & }; f; started b', 'a:1\nb:-\n'],
  ['sh -c "started a &"; started b', 'a:1\nb:-\n'],
  ['started fails & echo $?', 'fails:1\n3\n'],
])('%s', async (line, expected) => {
  expect((await computer().run(line)).stdout).toBe(expected)
})

it('keeps $! from line to line, and shows programs nothing of it', async () => {
  const host = computer()
  await host.run('started a &')
  expect((await host.run('echo $!')).stdout).toBe('1\n')
  expect((await host.run('env; set')).stdout).not.toMatch(/kepsim/i)
})

it('goes through a deep script without a stack', () => {
  const ast = parse(`echo $((${'1+'.repeat(4000)}1)) &`)
  placeJobs(ast)
  expect(ast.statements).toHaveLength(3)
})

it('numbers jobs as a shell does, and forgets those that have ended', () => {
  const running = new Set<number>()
  let pid = 1
  const jobs = new Jobs(
    () => pid++,
    (one) => running.has(one.pid),
  )
  const start = (kind: 'forwards' | 'fails' | 'lasts' | 'ends'): void => {
    jobs.startLine()
    jobs.begin()
    const own = jobs.takeOwnPid()!
    if (kind === 'lasts') jobs.keep()
    if (kind === 'forwards') {
      running.add(own)
      jobs.add({ pid: own, host: 'n', commandLine: `kubectl port-forward p${own}`, isJob: true })
    }
    jobs.end(kind === 'fails' ? 1 : 0)
  }
  const found = (text: string): number[] | string => {
    jobs.startLine()
    try {
      return jobs.find(text).map((one) => one.pid)
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const kind of ['ends', 'forwards', 'lasts', 'forwards', 'fails'] as const) start(kind)
  // What has ended gives its number to the next.
  expect(['%1', '%3', '%%', '%+', '%', '%kubectl port-forward p2', '%?p4'].map(found)).toEqual([
    [2],
    [4],
    [4],
    [4],
    [4],
    [2],
    [4],
  ])
  expect(['%kubectl', '%4', '%nothing'].map(found)).toEqual([
    'ambiguous job spec',
    'no such job',
    'no such job',
  ])
  // What is no forward is taken for killed once.
  expect(['%-', '%2'].map(found)).toEqual([[], 'no such job'])
  running.delete(2)
  expect(['%1', '%3'].map(found)).toEqual(['no such job', [4]])
  start('ends')
  expect(['%4', '%4'].map(found)).toEqual([[], 'no such job'])
  start('ends')
  running.clear()
  expect(['%%', '%%'].map(found)).toEqual([[], 'no such job'])
})
