import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { releaseFlags } from '../component-base/flags/flag-definitions.ts'
import { errorWithUsage, flagLines, usageText } from '../component-base/flags/usage-text.ts'
import { loadRelease, type Release, UnknownReleaseError } from '../component-base/release.ts'
import { kubeletStartDialect } from '../kubelet-sim/options/dialect.ts'
import { kubeletLog } from '../kubelet-sim/options/kubelet-log.ts'
import { KubeletStartError } from '../kubelet-sim/options/kubelet-start-error.ts'
import { readCommandLine } from '../kubelet-sim/options/prepare-kubelet.ts'
import { loadPlan } from '../plans/load-plan.ts'
import type { Command } from './command.ts'
import { planErrorText } from './plan-option.ts'
import type { StartedKubelet } from './run-kubelet.ts'
import { takeOption } from './take-option.ts'

/** As many as `kepsim up` takes nodes. */
const mostKubelets = 10_000

/** The files and streams of a kubelet. */
export interface KubeletIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  readText: (path: string) => Promise<string>
  listFiles: (folder: string) => Promise<string[]>
}

/** All files below a folder, in the order of a walk by name. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const found = await Promise.all(
    entries.map((e) => (e.isDirectory() ? listFiles(join(folder, e.name)) : [join(folder, e.name)])),
  )
  return found.flat()
}

const hostIO: KubeletIO = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  readText: (path) => readFile(path, 'utf8'),
  listFiles,
}

/** `kepsim kubelet`: a kubelet with its flags, until SIGTERM or SIGINT. */
export const run: Command = async (args) => {
  const started = await startKubelet(args, hostIO)
  if (typeof started === 'number') return started
  const { runKubelet } = await import('./run-kubelet.ts')
  return runKubelet(started)
}

/**
 * Prepares a kubelet from a command line with kepsim's own flags (`--release`, `--plan`); a number is the exit code of one
 * that ended.
 */
export async function startKubelet(argv: readonly string[], io: KubeletIO): Promise<StartedKubelet | number> {
  const args = [...argv]
  const logger = kubeletLog({ write: io.stderr, now: Date.now })
  let release: Release | undefined
  const count = Number(takeOption(args, 'count') ?? 1)
  if (!Number.isInteger(count) || count < 1 || count > mostKubelets) {
    io.stderr(`kepsim kubelet: --count: write a whole number from 1 to ${mostKubelets}\n`)
    return 2
  }
  try {
    const plan = takeOption(args, 'plan')
    release = loadRelease(takeOption(args, 'release'), plan === undefined ? undefined : loadPlan(plan))
    const prepared = await readCommandLine(args, {
      release,
      logger,
      notice: (line) => io.stderr(`${line}\n`),
      readText: io.readText,
      listFiles: io.listFiles,
      environment: process.env,
      absolute: (path) => resolve(path),
      clients: 'own',
    })
    if (!('ask' in prepared)) return { prepared, release, logger, hostname: hostname(), count }
    io.stdout(prepared.text ?? help(release))
    return 0
  } catch (error) {
    const told = error instanceof UnknownReleaseError ? `kepsim kubelet: ${error.message}\n` : undefined
    const refused = told ?? planErrorText('kubelet', error)
    if (refused !== undefined) {
      io.stderr(refused)
      return 2
    }
    if (!(error instanceof KubeletStartError)) throw error
    if (error.plain) io.stderr(`${error.message}\n`)
    else if (release !== undefined && !kubeletStartDialect(release.minor).logsWhyItEnds)
      io.stderr(errorWithUsage('kubelet', releaseFlags(release, 'kubelet'), error.message))
    else logger.logS('E', 'command failed', { err: error.message })
    return error.exitCode
  }
}

function help(release: Release): string {
  const all = releaseFlags(release, 'kubelet').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const deprecated = all.filter((flag) => flag.deprecated !== undefined)
  return `A simulated kubelet ${release.text}: it registers a node, reports its status and runs pods in name only.

kepsim's own flags:
      --release 1.NN[.Z]     the release to be (default: the newest)
      --plan NAME|FILE       a plan, whose releases may then be named
      --count N              so many kubelets in this process, as load for an API server: the nodes
                             are NAME-1 to NAME-N, and serve no ports (default: 1, named NAME)

${usageText('kubelet', all)}Deprecated flags (most are fields of the file that --config names):
${flagLines(deprecated)}
`
}
