import type { ResolvedCommandContext } from 'just-bash'
import type { Host } from '../host.ts'
import type { Machine } from '../machine.ts'
import { type KubeadmDocument, readDocuments } from './config-documents.ts'
import type { CommandLine } from './flags.ts'
import { KubeadmError } from './kubeadm-error.ts'

/** The machine, computer, flags and release that a kubeadm command runs with. */
export interface KubeadmCall {
  machine: Machine
  host: Host
  ctx: ResolvedCommandContext
  line: CommandLine
  /** Its own release: the one that is simulated, `1.30.14`. */
  release: string
  /** Its version as its package was named, which another release may stand for: `1.28.1`. */
  version: string
  /** Of `version`. */
  minor: number
  /** Collects what goes to stderr. */
  warn(message: string): void
}

/** The documents that `--config` names; none without it. Throws {@link KubeadmError}. */
export async function configDocuments(call: KubeadmCall, flag = 'config'): Promise<KubeadmDocument[]> {
  const text = await configText(call, flag)
  return text === undefined ? [] : readDocuments(text)
}

/** Throws {@link KubeadmError} for a file that is not there. */
export async function configText(
  { line, host, ctx }: KubeadmCall,
  flag = 'config',
): Promise<string | undefined> {
  const path = line.values.get(flag)
  if (path === undefined) return undefined
  try {
    return await host.disk.readFile(host.absolute(path, ctx.cwd))
  } catch {
    throw new KubeadmError(
      flag === 'config'
        ? `unable to load config from file "${path}": open ${path}: no such file or directory`
        : `open ${path}: no such file or directory`,
    )
  }
}
