// What the real kubectl 1.36.3 made of directories: the built-in one makes the same.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runKubectl } from '../../kubectl/kubectl.ts'

const golden = fileURLToPath(new URL('../golden/kubectl/kustomize/', import.meta.url))

async function kubectl(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const result = { exitCode: 0, stdout: '', stderr: '' }
  const path = (name: string): string => name.replace(/^\/machine\/?/, golden)
  result.exitCode = await runKubectl(args, {
    env: new Map([['PWD', '/machine']]),
    release: '1.36.3',
    stdin: async () => '',
    stdout: (text) => {
      result.stdout += text
    },
    stderr: (text) => {
      result.stderr += text
    },
    readFile: async (name) => readFileSync(path(name), 'utf8'),
    listFiles: async (name) => (statSync(path(name)).isDirectory() ? readdirSync(path(name)) : undefined),
    writeFile: async () => {},
    execute: async () => ({ exitCode: 1, stderr: '' }),
    now: Date.now,
    sleep: async () => {},
  })
  return result
}

it.each(['base', 'over', 'target', 'two/a', 'two/b', 'two/top', 'sel'])('builds %s', async (dir) => {
  const expected = readFileSync(`${golden}expected-${dir.replace('/', '-')}.yaml`, 'utf8')
  expect(await kubectl('kustomize', dir)).toEqual({ exitCode: 0, stdout: expected, stderr: '' })
})

it.each([
  [['nowhere'], "not a valid directory: evalsymlink failure on 'nowhere' : lstat /machine/nowhere: no such"],
  [['base/all.yaml'], "error: must build at directory: 'base/all.yaml': file is not directory"],
  [
    ['two'],
    "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/machine/two'",
  ],
  [['comp'], 'no resource matches strategic merge patch "ServiceAccount.v1.[noGrp]/sa.[noNs]"'],
  [['a', 'b'], 'error: specify one path to kustomization.yaml'],
  [['https://example.com/x'], 'reads no remote kustomization'],
])('refuses %s', async (args, message) => {
  const { exitCode, stderr } = await kubectl('kustomize', ...args)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(message)
})
