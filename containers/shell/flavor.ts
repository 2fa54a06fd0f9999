// Which shell a container's is.

import { systemOf } from '../images/images.ts'
import type { ShellFlavor } from './shell-command.ts'

/** Whether a system's tools are those of BusyBox. */
export const isBusybox = (system: string | undefined): boolean => system === 'busybox' || system === 'alpine'

/** The flavor of the shell that a word starts: Debian's `sh` is dash. */
export function flavorOf(word: string, image: string): ShellFlavor {
  const system = systemOf(image)
  if (word.endsWith('bash')) return 'bash'
  if (isBusybox(system)) return 'ash'
  return system === 'debian' || word.endsWith('dash') ? 'dash' : 'bash'
}
