import { expect, it } from 'vitest'
import type { KubectlHost } from './host.ts'
import { runKubectl } from './kubectl.ts'

const file = `apiVersion: kubectl.config.k8s.io/v1beta1
kind: Preference
defaults:
- command: create configmap
  options: [{name: dry-run, default: client}, {name: output, default: name}]
aliases:
- name: mk
  command: create configmap
  options: [{name: dry-run, default: client}]
  prependArgs: [first]
  appendArgs: [--from-literal=x=y]
`

async function run(line: string, text: string, env: Record<string, string> = {}, release = '1.36.3') {
  const result = { exitCode: 0, stdout: '', stderr: '' }
  const host: KubectlHost = {
    env: new Map(Object.entries({ HOME: '/root', ...env })),
    release,
    stdin: async () => '',
    stdout: (printed) => {
      result.stdout += printed
    },
    stderr: (printed) => {
      result.stderr += printed
    },
    readFile: async (path) => {
      if (path !== '/root/.kube/kuberc') throw new Error('no file')
      return text
    },
    listFiles: async () => [],
    writeFile: async () => {},
    execute: async () => ({ exitCode: 1, stderr: '' }),
    now: Date.now,
    sleep: async () => {},
  }
  result.exitCode = await runKubectl(line.split(' '), host)
  return result
}

it('applies defaults and aliases', async () => {
  expect(await run('create cm z', file)).toEqual({ exitCode: 0, stdout: 'configmap/z\n', stderr: '' })
  expect((await run('create cm z -ojson', file)).stdout).toContain('"name": "z"')
  expect((await run('mk', file)).stdout).toBe('configmap/first created (dry run)\n')
})

it('is alpha in 1.33, and can be turned off', async () => {
  const alpha = file
    .replace('v1beta1', 'v1alpha1')
    .replace('defaults:', 'overrides:')
    .replaceAll('options:', 'flags:')
  expect((await run('mk', alpha, {}, '1.33.1')).stderr).toContain('unknown command "mk"')
  expect((await run('mk', alpha, { KUBECTL_KUBERC: 'true' }, '1.33.1')).exitCode).toBe(0)
  for (const env of [{ KUBERC: 'off' }, { KUBECTL_KUBERC: 'false' }] as Record<string, string>[])
    expect((await run('mk', file, env)).stderr).toContain('unknown command "mk"')
})

it.each([
  [file.replace('name: mk', 'name: m-k'), 'invalid alias name, can only include alphabetical characters'],
  [file.replace('name: output', 'name: nope'), 'invalid flag nope for command create configmap'],
  [
    file.replace('name: dry-run', 'name: --dry-run'),
    'flag name --dry-run should be in long form without dashes',
  ],
])('tells what is wrong with a file', async (text, message) => {
  const { exitCode, stderr } = await run('create cm z', text)
  expect(exitCode).toBe(1)
  expect(stderr).toBe(`error occurred while applying preferences ${message}\n`)
})
