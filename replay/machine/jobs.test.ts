import { parse } from 'just-bash'
import { expect, it } from 'vitest'
import { realClock } from '../../component-base/clock.ts'
import { Host } from './host.ts'
import { placeJobs } from './jobs.ts'

/** A computer on which `started` says whether it is a job's, and which process. */
function computer(): Host {
  let pid = 1
  const host: Host = new Host({
    ...{ name: 'n', home: '/', cwd: '/', env: {}, programs: {}, clock: realClock },
    sleep: async () => {},
    takePid: () => pid++,
    isRunning: () => false,
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
