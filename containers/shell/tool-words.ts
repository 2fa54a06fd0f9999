// Errors of programs in the words of GNU's and of BusyBox's, and how they end then: the library has its own.
// Upstream: coreutils 9.1, sed 4.9, mawk 1.3, findutils 4.9; BusyBox 1.35

import type { ResolvedCommandContext } from 'just-bash'
import { parentOf } from '../files/parent-of.ts'
import type { ShellResult } from './shell-command.ts'

/** Makes a program's message on a path that cannot be used. */
type Words = (path: string, why: string) => string

const plain =
  (name: string): Words =>
  (path, why) =>
    `${name}: ${path}: ${why}`
const opens =
  (name: string, what: string, end = ''): Words =>
  (path, why) =>
    `${name}: ${what} '${path}'${end}: ${why}`

const gnu: Readonly<Record<string, Words>> = {
  awk: (path, why) => `awk: cannot open ${path} (${why})`,
  find: (path, why) => `find: '${path}': ${why}`,
  gunzip: plain('gzip'),
  head: opens('head', 'cannot open', ' for reading'),
  ln: opens('ln', 'failed to create symbolic link'),
  ls: opens('ls', 'cannot access'),
  rev: (path, why) => `rev: cannot open ${path}: ${why}`,
  sed: (path, why) => `sed: can't read ${path}: ${why}`,
  sort: (path, why) => `sort: cannot read: ${path}: ${why}`,
  split: opens('split', 'cannot open', ' for reading'),
  stat: opens('stat', 'cannot statx'),
  tac: opens('tac', 'failed to open', ' for reading'),
  tail: opens('tail', 'cannot open', ' for reading'),
}
const busybox: Readonly<Record<string, Words>> = {
  cat: (path, why) =>
    why === 'Is a directory' ? `cat: read error: ${why}` : `cat: can't open '${path}': ${why}`,
  chmod: plain('chmod'),
  cp: opens('cp', "can't stat"),
  diff: opens('diff', "can't stat"),
  du: plain('du'),
  ln: plain('ln'),
  ls: plain('ls'),
  md5sum: opens('md5sum', "can't open"),
  mkdir: opens('mkdir', "can't create directory"),
  mv: opens('mv', "can't rename"),
  rm: (path, why) =>
    why === 'Is a directory' ? `rm: '${path}' is a directory` : `rm: can't remove '${path}': ${why}`,
  rmdir: (path, why) => `rmdir: '${path}': ${why}`,
  sha1sum: opens('sha1sum', "can't open"),
  sha256sum: opens('sha256sum', "can't open"),
  sha512sum: opens('sha512sum', "can't open"),
  sort: plain('sort'),
  stat: opens('stat', "can't stat"),
  tail: opens('tail', "can't open"),
  uniq: opens('uniq', "can't open"),
}
/** Programs whose messages the library writes in no form of their own. */
const ofBoth: ReadonlySet<string> = new Set(
  'comm cut expand fold gzip join nl od paste unexpand wc'.split(' '),
)

/** Exit codes of programs that could not read a file, where the library has another. */
const codes: Readonly<Record<'gnu' | 'busybox', Readonly<Record<string, number>>>> = {
  gnu: { awk: 2, ls: 2, sed: 2, sort: 2 },
  busybox: { ls: 1, sort: 2 },
}

const whys =
  'No such file or directory|File exists|Is a directory|Not a directory|Directory not empty|Permission denied'
const forms = [
  /^[\w-]+: (?:\S+: )?ENOENT: no such file or directory, \w+ '(?<path>.*)'$/,
  new RegExp(`^[\\w-]+: (?:cannot|can't|failed to) [a-z ]+'(?<path>.*)'(?: for reading)?: (?<why>${whys})$`),
  new RegExp(`^[\\w-]+: (?<path>.+): (?<why>${whys})$`),
]

/** An error of a program, read. */
function readError(line: string): { path: string; why: string } | undefined {
  for (const form of forms) {
    const { path, why = 'No such file or directory' } = form.exec(line)?.groups ?? {}
    if (path !== undefined) return { path, why }
  }
  return undefined
}

/** A program's result in the words, and with the exit code, of the family that the image has. */
export async function inToolWords(
  name: string,
  isBusybox: boolean,
  result: ShellResult,
  { fs, cwd }: ResolvedCommandContext,
): Promise<ShellResult> {
  const words = (isBusybox ? busybox : gnu)[name] ?? (ofBoth.has(name) ? plain(name) : undefined)
  const isCat = name === 'cat'
  if (result.stderr === '' || (words === undefined && !isCat)) return result
  let found = false
  const lines: string[] = []
  for (const line of result.stderr.split('\n')) {
    const error = readError(line)
    if (error === undefined) {
      lines.push(line)
      continue
    }
    found = true
    const isFolder =
      isCat && (await fs.stat(fs.resolvePath(cwd, error.path)).catch(() => undefined))?.isDirectory
    lines.push((words ?? plain(name))(error.path, isFolder === true ? 'Is a directory' : error.why))
  }
  const { exitCode } = result
  if (isBusybox && name === 'tail' && found && result.stdout === '' && !lines.includes('tail: no files'))
    lines.splice(-1, 0, 'tail: no files')
  const own = codes[isBusybox ? 'busybox' : 'gnu'][name]
  return {
    ...result,
    stderr: lines.join('\n'),
    exitCode: found && exitCode !== 0 && own !== undefined ? own : exitCode,
  }
}

/** The message of `cp` and `mv` on a folder that is missing; undefined where they can write there. */
export async function noTarget(
  name: string,
  isBusybox: boolean,
  args: readonly string[],
  { fs, cwd }: ResolvedCommandContext,
): Promise<ShellResult | undefined> {
  const paths = args.filter((arg) => !arg.startsWith('-'))
  const target = paths.at(-1)
  if (paths.length < 2 || target === undefined) return undefined
  const exists = (path: string): Promise<boolean> => fs.exists(fs.resolvePath(cwd, path))
  const [source] = paths as [string]
  const folder = parentOf(target) || (target.startsWith('/') ? '/' : '.')
  const needsItself = target.endsWith('/') && name === 'cp' && !args.some((arg) => /^-\w*[rRa]/.test(arg))
  if (!(await exists(source)) || (await exists(target)) || ((await exists(folder)) && !needsItself))
    return undefined
  const why = needsItself ? (isBusybox ? 'Is a directory' : 'Not a directory') : 'No such file or directory'
  const text =
    name === 'cp'
      ? `cp: ${isBusybox ? "can't create" : 'cannot create regular file'} '${target}': ${why}`
      : `mv: ${isBusybox ? `can't rename '${source}'` : `cannot move '${source}' to '${target}'`}: No such file or directory`
  return { stdout: '', stderr: `${text}\n`, exitCode: 1 }
}
