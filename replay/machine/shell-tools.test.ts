import { expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

it.each([
  ['watch -n1 kubectl get ns', 'get ns\n'],
  ['nohup kubectl get ns &', 'get ns\n'],
  ['f=$(mktemp) && echo 1 > $f && less $f', '1\n'],
  ['cd $(mktemp -d) && pwd', '/tmp/tmp.AAAAAA\n'],
  ['uname -sm', 'Linux x86_64\n'],
  ['hostname; hostname -f; hostname -I', 'workstation\nworkstation\n127.0.1.1 \n'],
  ['K=$PWD/_output/bin/kubectl; "$K" 1 2 3 4 5 6 7 8 9 10 11', '1 2 3 4 5 6 7 8 9 10 11\n'],
  ['k=(kubectl get "a  b"); "${k[@]}" ns; set -e; false || n=$?; { false; } || echo $n', 'get a  b ns\n1\n'],
  ['whoami; sudo -u root kubectl version', 'user\nversion\n'],
])('%s', async (command, stdout) => {
  const { machine } = fakeMachine()
  expect((await machine.run(command)).stdout).toBe(stdout)
})

const sum = Array(2000).fill(1).join('+')
it.each([
  ['a sum', `echo $((${sum}))`],
  ['a sum that another shell reads', `sh -c 'echo $((${sum}))'`],
  ['what cannot be read', `${'('.repeat(20_000)}true${')'.repeat(20_000)}`],
])('says where a line is nested too deeply: %s', async (_what, line) => {
  const { machine } = fakeMachine()
  const { stderr, limits } = await machine.run(line)
  expect(stderr).toMatch(/^bash: a line of so many nested parts or terms is not simulated: .*\n$/)
  expect(limits).toEqual(['not simulated'])
})

it('takes no words of a program for its own', async () => {
  const { machine } = fakeMachine()
  const stderr = 'bash: Maximum call stack size exceeded\n'
  expect(await machine.run(`printf '${stderr.trim()}\\n' >&2; exit 1`)).toMatchObject({ stderr, exitCode: 1 })
})

it('keeps functions, arrays and aliases from command to command', async () => {
  const { machine } = fakeMachine()
  await machine.run('show() {\n  kubectl get "$1"\n}')
  await machine.run('names=(ns pods)')
  await machine.run("alias s='show'")
  expect((await machine.run('for n in "${names[@]}"; do show $n; done; s nodes')).stdout).toBe(
    'get ns\nget pods\nget nodes\n',
  )
})
