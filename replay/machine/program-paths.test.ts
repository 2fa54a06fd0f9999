import { Bash, defineCommand } from 'just-bash'
import { expect, it } from 'vitest'
import { programPaths } from './program-paths.ts'
import { shim } from './shim.ts'

const bash = new Bash({
  cwd: '/src',
  env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  files: {
    '/src/bin/kubelet': { content: shim('kubelet'), mode: 0o755 },
    '/usr/local/bin/kubelet': { content: shim('kubelet'), mode: 0o755 },
  },
  customCommands: [
    defineCommand('kubelet', async (args) => ({ stdout: `${args.join(' ')}\n`, stderr: '', exitCode: 0 })),
  ],
})
bash.registerTransformPlugin(programPaths)

const many = '--a=1 --b=2 --c=3 --d=4 --e=5 --f=6 --g=7 --h=8 --i=9 --j=10 --k=11'

it.each([
  `bin/kubelet ${many}`,
  `A=1 ./bin/kubelet ${many} | cat`,
  `if true; then '/elsewhere/kubelet' ${many}; fi`,
  `echo $(bin/kubelet ${many})`,
])('%s gets all its arguments', async (command) => {
  expect(await bash.exec(command)).toMatchObject({ stdout: `${many}\n`, stderr: '' })
})

it('leaves alone what only speaks of a path', async () => {
  expect((await bash.exec('echo bin/kubelet; cat bin/kubelet')).stdout).toBe(
    `bin/kubelet\n${shim('kubelet')}`,
  )
})

it('does not call itself where it was copied to a directory on PATH', async () => {
  expect(await bash.exec('kubelet --a; /usr/local/bin/kubelet --b')).toMatchObject({ stdout: '--a\n--b\n' })
})
