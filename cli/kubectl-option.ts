// `--kubectl` of the commands that run documents.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { InputError } from '../replay/input-error.ts'
import type { KubectlRunner } from '../replay/machine/machine.ts'

/** flags, description and default, for commander's `option`. */
export const kubectlOption = [
  '--kubectl <builtin|host|path>',
  'kubectl to use: the built-in one of the simulated release; for documents of your own also the first on PATH ("host") or a path',
  'builtin',
] as const

/** The kubectl that `--kubectl` names. Throws an InputError where there is none. */
export async function kubectlRunner(wanted: string): Promise<KubectlRunner> {
  if (wanted === 'builtin') return (await import('../replay/machine/builtin-kubectl.ts')).builtinKubectl
  const path = wanted === 'host' ? onPath('kubectl') : wanted
  if (path === undefined) throw new InputError('', undefined, '--kubectl host: there is no kubectl on PATH')
  if (!isProgram(path))
    throw new InputError(
      '',
      undefined,
      `--kubectl ${wanted}: no such program; write "builtin", "host" (the first on PATH) or the path of a kubectl`,
    )
  const { realKubectl } = await import('../replay/machine/real-kubectl.ts')
  return (machine, args, context) => realKubectl(path, machine, args, context)
}

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
