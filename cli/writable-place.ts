// Places that a command is to write to, looked at before it does anything else.
import { closeSync, lstatSync, openSync, type Stats, statSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemReason } from '../component-base/system-error.ts'
import { UsageError } from './usage-error.ts'

/** What is said otherwise than by systemReason where something is to be written. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  ENOENT: 'nothing can be made there',
}

/** What the system tells of a path; undefined where nothing is, also where a part of it is a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** What is at a path. */
export function kindOf(path: string): 'directory' | 'file' | 'other' | 'none' {
  const found = statOf(path)
  if (found === undefined) return 'none'
  return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other'
}

/** Runs work whose failure is told as the system's reason. Throws a UsageError. @param what the option and its value */
export function tried(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new UsageError(`${what}: ${reasons[code] ?? systemReason(error) ?? message}`)
  }
}

/** Throws a UsageError where a path's directory is not there. */
export function checkParent(what: string, path: string): void {
  if (kindOf(dirname(path)) !== 'directory')
    throw new UsageError(`${what}: there is no directory ${dirname(path)}`)
}

/**
 * Throws a UsageError for a file that cannot be written. It is tried: permissions alone tell nothing of /proc, or to root. What it makes to
 * find out is gone again.
 */
export function checkFile(option: string, path: string): void {
  const what = `${option} ${shortened(path)}`
  checkParent(what, path)
  const kind = kindOf(path)
  if (kind === 'directory') throw new UsageError(`${what}: is a directory`)
  // Pipes, sockets and devices are not tried: to open one is heard at its other end. A link that leads nowhere becomes a file by writing.
  if (kind === 'other' || (kind === 'none' && isLink(path))) return
  tried(what, () => {
    closeSync(openSync(path, kind === 'none' ? 'wx' : 'a', 0o600))
    if (kind === 'none') unlinkSync(path)
  })
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** A path in one line of a terminal. */
export const shortened = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path)
