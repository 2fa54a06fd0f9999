// kepsim for a document that uses it: in a directory that shows the checkout, so that what it writes harms nothing.
import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGroup } from '../component-base/child-group.ts'
import { packageRoot } from '../component-base/package-root.ts'
import type { RunKepsim } from '../replay/transcript/kepsim-command.ts'
import { refusedInDocument } from './document-policy.ts'

interface Finished {
  stdout: string
  stderr: string
  exitCode: number
}

/** Milliseconds and bytes that one run may take. */
const limits = { time: 300_000, output: 16 << 20, heapMegabytes: 2048 }

/** What documents see of the checkout: copies, as a link would let them write to it. */
const shown = ['docs', 'e2e/scenarios', 'plans', 'README.md']

/**
 * Runs `kepsim ARGS` for documents, in their folder. Without `allowHost` they are strangers': kepsim refuses the commands of
 * `refusedInDocument`, and Node itself keeps the process from other files, from programs and from threads.
 */
export const kepsimOfDocuments =
  (allowHost: boolean): RunKepsim =>
  async (args, files, now) => {
    const refused = allowHost ? undefined : refusedInDocument(args)
    if (refused !== undefined) return { ...refusal(refused), files: new Map() }
    const dir = realpathSync(await mkdtemp(join(tmpdir(), 'kepsim-transcript-')))
    try {
      const work = join(dir, 'work')
      const temporary = join(dir, 'tmp')
      await Promise.all([work, temporary].map((path) => mkdir(path, { mode: 0o700 })))
      await (allowHost ? linkCheckout(work) : copyShown(work))
      const before = await regularFiles(work)
      for (const [name, content] of files) {
        await rm(join(work, name), { recursive: true, force: true })
        await writeFile(join(work, name), content)
        before.set(name, content)
      }
      const node = allowHost ? [] : confinement(dir)
      const finished = await child([...node, join(packageRoot, 'bin/kepsim'), ...args], work, temporary, now)
      const written = [...(await regularFiles(work))].filter(([name, text]) => before.get(name) !== text)
      return {
        ...finished,
        stdout: withoutTimes(finished.stdout),
        stderr: withoutProgress(finished.stderr),
        files: new Map(written),
      }
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

const refusal = (reason: string): Finished => ({
  stdout: '',
  stderr: `kepsim: not run for a document: ${reason}; 'kepsim transcript --allow-host' runs it for documents of your own\n`,
  exitCode: 2,
})

async function linkCheckout(work: string): Promise<void> {
  for (const name of await readdir(packageRoot)) await symlink(join(packageRoot, name), join(work, name))
}

async function copyShown(work: string): Promise<void> {
  for (const name of shown.filter((one) => existsSync(join(packageRoot, one))))
    await cp(join(packageRoot, name), join(work, name), { recursive: true })
}

/** Node's permission model: the package and its modules may be read, `dir` may be written. */
function confinement(dir: string): string[] {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const modules = moduleFolders(packageRoot).filter((path) => existsSync(path))
  const readable = [packageRoot, ...[packageRoot, ...modules].map((path) => realpathSync(path)), dir]
  return [
    '--no-warnings',
    `--max-old-space-size=${limits.heapMegabytes}`,
    flag,
    ...outermost(readable).map((path) => `--allow-fs-read=${path}/*`),
    `--allow-fs-write=${dir}/*`,
  ]
}

/** Without what lies in another of them: Node ends where one of its patterns begins with another. */
const outermost = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter(
    (path, _i, all) => !all.some((other) => other !== path && path.startsWith(`${other}/`)),
  )

/** Where Node looks for the modules of a folder. */
function moduleFolders(folder: string): string[] {
  const own = join(folder, 'node_modules')
  return dirname(folder) === folder ? [own] : [own, ...moduleFolders(dirname(folder))]
}

/** Name → content. */
async function regularFiles(dir: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(dir, { withFileTypes: true }))
    if (entry.isFile()) files.set(entry.name, withoutSeconds(await readFile(join(dir, entry.name), 'utf8')))
  return files
}

/** How long a run took is different each time. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/,? in \d+\.\d+ s$/gm, '').replaceAll(/ +\d+\.\d+ s$/gm, '')

/** How often it is told how far a matrix is hangs on the host. */
const withoutProgress = (text: string): string =>
  text.replaceAll(/^kepsim skew: \d+\/\d+(?:, \d+ differs)?\n/gm, '')

const withoutSeconds = (report: string): string =>
  report.replaceAll(/ time="[\d.]+"/g, '').replaceAll(/("milliseconds": ?)[\d.]+/g, '$10')

async function child(args: string[], cwd: string, temporary: string, now: number): Promise<Finished> {
  const env = {
    PATH: '',
    HOME: cwd,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    SOURCE_DATE_EPOCH: String(Math.floor(now / 1000)),
  }
  const { ended, stdout, stderr, exitCode } = await runGroup(process.execPath, args, { cwd, env, limits })
  const over =
    ended === undefined ? '' : `kepsim: ended: more than ${limits.time / 1000} s, or too much output\n`
  return { stdout, stderr: stderr + over, exitCode }
}
