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

it("names the author's computer as the node that kubeadm made of it", async () => {
  const { machine } = fakeMachine()
  await machine.run('sudo kubeadm init --node-name cp1')
  expect((await machine.run('hostname')).stdout).toBe('cp1\n')
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

const deep = (open: string, close: string): string => `${open.repeat(5000)}1${close.repeat(5000)}`
it.each([
  ['awk', `awk 'BEGIN { print ${deep('(', ')')} }'`],
  ['awk', `awk 'BEGIN { print ${Array(20_000).fill(1).join('+')} }'`],
  ['awk', "awk 'function f(x) { return f(x) } BEGIN { f(1) }'"],
  ['jq', `jq -n '${deep('(', ')')}'`],
  ['jq', `jq -n '${deep('[', ']')}'`],
  ['jq', `jq -n '${Array(20_000).fill(1).join('+')}'`],
  ['jq', "jq -n 'def f(x): 1 + f(x); f(1)' | cat"],
  ['expr', `expr ${deep('\\( ', ' \\) ')}`],
])('says which program is given what is nested too deeply: %s', async (name, line) => {
  const { machine } = fakeMachine()
  const { stderr, limits } = await machine.run(line)
  expect(stderr).toBe(`${name}: an input of so many nested terms or calls is not simulated\n`)
  expect(limits).toEqual(['not simulated'])
})

const oneLine = 'bash: a line of so many nested parts or terms is not simulated: take several lines\n'
it.each([
  [`let x="${deep('(', ')')}"`, oneLine],
  [`let x=${Array(5000).fill(1).join('+')}`, oneLine],
  [`test ${deep('\\( ', ' \\) ')}`, oneLine],
  [`bash -c '[[ ${deep('( ', ' )')} ]]'; echo more`, oneLine],
  [`sh -c '${deep('if true; then ', '; fi')}' | cat`, oneLine],
  [
    'g() { g; }; g; echo more',
    /^bash: g: functions that call one another more than 100 deep are not simulated\n$/,
  ],
  [
    "bash -c 'a() { b; }; b() { a; }; a'",
    /^bash: [ab]: functions that call one another more than 100 deep are/,
  ],
])('says that the shell cannot follow: %.40s', async (line, expected) => {
  const { machine } = fakeMachine()
  const { stderr, limits } = await machine.run(line)
  if (typeof expected === 'string') expect(stderr).toBe(expected)
  else expect(stderr).toMatch(expected)
  expect(limits).toEqual(['not simulated'])
})

it('takes no words of a program for its own', async () => {
  const { machine } = fakeMachine()
  const stderr = 'bash: Maximum call stack size exceeded\n'
  expect(await machine.run(`printf '${stderr.trim()}\\n' >&2; exit 1`)).toMatchObject({ stderr, exitCode: 1 })
})

it('keeps arrays as they are changed, and repeats nothing of the lines that define', async () => {
  const { machine } = fakeMachine()
  const run = async (line: string): Promise<string> => (await machine.run(line)).stdout
  expect(await run('declare -A m=([get]="kubectl get ns" [b]=2); f() { echo "in $1"; }; f x')).toBe('in x\n')
  await run('m[c]="3 4"; unset "m[b]"')
  expect(await run('for w in a b a; do n[$w]=1; m[$w]=$w$w; done; echo "${m[a]}"')).toBe('aa\n')
  expect(await run('echo "${m[c]}|${m[a]}|${m[b]}"; f y; ${m[get]}')).toBe('3 4|aa|bb\nin y\nget ns\n')
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
