import { readFile } from 'node:fs/promises'

/**
 * What tells a process from others of the same number, before and after it: the system's boot and the tick at which it
 * started; where there is no /proc, nothing (''). Undefined: there is no such process, or it has ended and nobody has asked how.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold spaces: the start is the 20th word after it.
  const words = state.slice(state.lastIndexOf(')') + 2).split(' ')
  if (words[0] === 'Z') return undefined
  const start = words[19] ?? ''
  return `${boot.trim()} ${start}`.trim()
}
