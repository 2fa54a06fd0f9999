// kepsim for a document that uses it: in a directory that shows the checkout, so that what it writes harms nothing.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../component-base/package-root.ts'

interface Finished {
  stdout: string
  stderr: string
  exitCode: number
}

/** Runs `kepsim ARGS` beside `files` at a moment (milliseconds since the epoch); answers also with the files that it wrote there. */
export async function runKepsim(
  args: string[],
  files: ReadonlyMap<string, string>,
  now: number,
): Promise<Finished & { files: Map<string, string> }> {
  const dir = await mkdtemp(join(tmpdir(), 'kepsim-transcript-'))
  try {
    for (const name of await readdir(packageRoot))
      if (!files.has(name)) await symlink(join(packageRoot, name), join(dir, name))
    for (const [name, content] of files) await writeFile(join(dir, name), content)
    const finished = await child(args, dir, now)
    const written = new Map<string, string>()
    for (const entry of await readdir(dir, { withFileTypes: true })) {
      if (!entry.isFile()) continue
      const content = withoutSeconds(await readFile(join(dir, entry.name), 'utf8'))
      if (files.get(entry.name) !== content) written.set(entry.name, content)
    }
    return { ...finished, stdout: withoutTimes(finished.stdout), files: written }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** How long a run took is different each time. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/,? in \d+\.\d+ s$/gm, '').replaceAll(/ +\d+\.\d+ s$/gm, '')

const withoutSeconds = (report: string): string =>
  report.replaceAll(/ time="[\d.]+"/g, '').replaceAll(/("milliseconds": ?)[\d.]+/g, '$10')

function child(args: string[], cwd: string, now: number): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
      cwd,
      env: {
        PATH: '',
        HOME: cwd,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        NO_COLOR: '1',
        SOURCE_DATE_EPOCH: String(Math.floor(now / 1000)),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    started.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    started.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    started.on('error', reject)
    started.on('close', (code) => resolve({ stdout, stderr, exitCode: code ?? 1 }))
  })
}
