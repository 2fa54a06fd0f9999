import { expect, it } from 'vitest'
import { runWithFiles } from './testing/run-with-files.ts'

async function printed(flag: string): Promise<string> {
  const { code, stdout } = await runWithFiles([flag], {})
  expect(code).toBe(0)
  return stdout
}

it("tells kepsim's own flags in kube-proxy's help, and nowhere else", async () => {
  expect(await printed('--help')).toContain("\nkepsim's own flags:\n")
  expect(await printed('--version')).not.toContain('kepsim')
})
