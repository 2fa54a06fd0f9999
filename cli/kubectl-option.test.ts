import { expect, it } from 'vitest'
import { builtinKubectl } from '../replay/machine/builtin-kubectl.ts'
import { kubectlRunner } from './kubectl-option.ts'

it('is the built-in one only where that is asked for', async () => {
  expect((await kubectlRunner('builtin')).run).toBe(builtinKubectl)
})

it('refuses a program that is no kubectl', async () => {
  await expect(kubectlRunner(process.execPath)).rejects.toThrow('it does not say its version')
})

it.each(['auto', '/nowhere/kubectl', '/tmp'])('refuses %s', async (value) => {
  await expect(kubectlRunner(value)).rejects.toThrow(`--kubectl ${value}: no such program; write "builtin"`)
})
