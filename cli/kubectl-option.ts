// `--kubectl` of the commands that run documents.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { InputError } from '../replay/input-error.ts'
import type { HostKubectl } from '../replay/machine/host-kubectl/host-kubectl.ts'
import type { KubectlRunner } from '../replay/machine/machine.ts'

/** The kubectl that a document's lines are run with. */
export interface ChosenKubectl {
  run: KubectlRunner
  /** What whoever replays has to know; undefined for nothing. */
  note: string | undefined
}

/** The kubectl that `--kubectl` names. Throws an InputError where there is none. */
export async function kubectlRunner(wanted: string): Promise<ChosenKubectl> {
  if (wanted === 'builtin')
    return { run: (await import('../replay/machine/builtin-kubectl.ts')).builtinKubectl, note: undefined }
  const path = wanted === 'host' ? onPath('kubectl') : wanted
  if (path === undefined) throw new InputError('', undefined, '--kubectl host: there is no kubectl on PATH')
  if (!isProgram(path))
    throw new InputError(
      '',
      undefined,
      `--kubectl ${wanted}: no such program; write "builtin", "host" (the first on PATH) or the path of a kubectl`,
    )
  const { HostKubectl } = await import('../replay/machine/host-kubectl/host-kubectl.ts')
  const opened = await HostKubectl.open(path).catch((error: Error) => {
    throw new InputError('', undefined, `--kubectl ${wanted}: ${error.message}`)
  })
  return { run: opened.run, note: isolationNote(wanted, opened) }
}

/** What this machine does not keep the host's kubectl from. */
function isolationNote(wanted: string, { isolation, problem }: HostKubectl): string | undefined {
  if (isolation === 'files and network') return undefined
  const reached = isolation === 'none' ? 'files and network' : 'network'
  const held = 'only its command line and its kubeconfig are held to the document'
  return `--kubectl ${wanted}: this machine does not keep it from the host's ${reached} (${problem}): ${held}`
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
