// What the system refuses, in words for people.
import { dirname } from 'node:path'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'this is a directory',
  ENOSPC: 'the disk is full',
  ENOTEMPTY: 'it is not empty',
}

const codeOf = (error: unknown): string | undefined => {
  const { code, syscall } = (error instanceof Error ? error : {}) as NodeJS.ErrnoException
  return syscall === undefined ? undefined : code
}

/** Why the system refused a call (`no such file`), without the call and its path; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code === undefined) return undefined
  const { message } = error as Error
  // Node's own: `EACCES: permission denied, open '/x'`.
  return reasons[code] ?? /^[A-Z0-9]+: (.*?), \w+(?: '|$)/s.exec(message)?.[1] ?? message
}

/** `PATH: reason`, or the reason alone where the call had no path; undefined for an error that is not the system's. */
export function systemErrorText(error: unknown): string | undefined {
  const reason = systemReason(error)
  if (reason === undefined) return undefined
  const { path, syscall } = error as NodeJS.ErrnoException
  if (path === undefined) return reason
  if (syscall !== 'mkdtemp') return `${path}: ${reason}`
  const where = `no temporary directory can be made in ${dirname(path)}`
  return codeOf(error) === 'ENOENT'
    ? `${where}: it is not there ($TMPDIR names it)`
    : `${where} ($TMPDIR): ${reason}`
}
