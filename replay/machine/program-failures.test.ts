import { expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

/** Answers what it is asked for, but for what is missing. */
const kubectl = async (_machine: unknown, args: string[]) =>
  args.includes('missing')
    ? { stdout: '', stderr: 'NotFound\n', exitCode: 1 }
    : { stdout: `${args.join(' ')}\n`, stderr: '', exitCode: 0 }

it.each([
  ['kubectl get missing', ['kubectl 1']],
  ['kubectl get missing | grep y', ['kubectl 1']],
  ['kubectl get missing | cat | wc -l', ['kubectl 1']],
  ['cat /nowhere | sort', ['cat 1']],
  ['cat /nowhere; echo there', ['cat 1']],
  ['for i in a missing b; do kubectl get $i; done', ['kubectl 1']],
  ['nosuch | cat', ['nosuch 127']],
  ["bash -c 'kubectl get missing | cat'", ['kubectl 1']],
  ['x=$(kubectl get missing | cat); echo "$x"', ['kubectl 1']],
  ['kubectl get missing | cat && kubectl get a', ['kubectl 1']],
  ['f() { kubectl get missing; echo done; }; f', ['kubectl 1']],
  ['sudo kubectl get missing | cat', ['kubectl 1']],
  ['kubectl get a | grep y', []],
  ['kubectl get a | grep y || true', []],
  ['kubectl get a | head -1', []],
  ['echo a > /tmp/a; echo b > /tmp/b; diff /tmp/a /tmp/b', []],
  ['kubectl diff missing', []],
  ['kubectl get missing || true', []],
  ['kubectl get missing | cat || kubectl get a', []],
  ['kubectl get missing && kubectl get a || echo neither', []],
  ['! kubectl get missing', []],
  ['if kubectl get missing; then echo there; fi', []],
  ['if kubectl get a; then kubectl get missing | cat; fi', ['kubectl 1']],
  ['n=0; until [ $n = 2 ] || kubectl get missing; do n=$((n+1)); done', []],
  ['for i in 1 2; do kubectl get missing && break; done', []],
  ['kubectl get missing 2>/dev/null | cat', []],
  ['{ kubectl get missing; } 2>/dev/null; echo', []],
])('%s', async (command, failed) => {
  const { machine } = fakeMachine({ kubectl })
  const { failures } = await machine.run(command)
  expect(failures!.map(({ program, exitCode }) => `${program} ${exitCode}`)).toEqual(failed)
})

it('leaves what the script itself sees as it is', async () => {
  const { machine } = fakeMachine({ kubectl })
  const script =
    'if kubectl get a; then env | grep -c MAY_FAIL; fi; kubectl get missing | cat; echo "$? ${PIPESTATUS[0]}"'
  expect(await machine.run(script)).toMatchObject({ stdout: 'get a\n0\n0 1\n', exitCode: 0 })
  expect((await machine.run('kubectl get missing | cat; echo ${PIPESTATUS[@]}')).stdout).toBe('1 0\n')
  expect((await machine.run('echo a')).failures).toEqual([])
})
