import { expect, it } from 'vitest'
import { runKubeProxy } from '../kube-proxy.ts'

async function printed(...args: string[]): Promise<string> {
  let stdout = ''
  const code = await runKubeProxy(args, {
    stdout: (text) => {
      stdout += text
    },
    stderr: () => {},
    readText: () => Promise.reject(new Error('no file')),
    writeText: () => Promise.reject(new Error('no file')),
  })
  expect(code).toBe(0)
  return stdout
}

it("tells kepsim's own flags in kube-proxy's help, and nowhere else", async () => {
  expect(await printed('--help')).toContain("\nkepsim's own flags:\n")
  expect(await printed('--version')).not.toContain('kepsim')
})
