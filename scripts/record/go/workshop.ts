// A folder in which programs are compiled against the modules of a release.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { minorOf } from '../../../component-base/minor.ts'
import { packageRoot } from '../../../component-base/package-root.ts'
import { moduleVersions } from '../published/modules.ts'
import { RecordError } from '../record-error.ts'
import { goModOf, releaseTags, type StagingModule, stagingPaths } from './go-mod.ts'

const run = promisify(execFile)
const programs = join(packageRoot, 'scripts/record/go/programs')

const goEnvironment = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GOWORK: 'off' }

/** Runs `go`. Rejects with RecordError, and the first lines of what Go says, where it fails. */
async function go(folder: string, ...args: string[]): Promise<string> {
  try {
    const options = { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, ...goEnvironment } }
    return (await run('go', args, options)).stdout
  } catch (error) {
    const { code, stdout, stderr, message } = error as NodeJS.ErrnoException &
      Record<'stdout' | 'stderr', string>
    if (code === 'ENOENT') throw new RecordError('there is no go on PATH')
    // With -json, Go writes an error into its answer.
    const answered = /"Error": "(.*)"/.exec(stdout ?? '')?.[1]
    const said = (stderr || answered || message)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('go: downloading'))
    throw new RecordError(`go ${args[0]}: ${said.slice(0, 3).join('; ')}`)
  }
}

/** The go.mod of a version of a module. Downloads it: of some versions all is published but the module itself. */
async function goModFile(folder: string, path: string, version: string): Promise<string> {
  const { GoMod } = JSON.parse(await go(folder, 'mod', 'download', '-json', `${path}@${version}`)) as {
    GoMod: string
  }
  return readFileSync(GoMod, 'utf8')
}

/** A staging module of a release: of its patch, or of the nearest before it that was published. */
async function stagingModule(folder: string, path: string, version: string): Promise<StagingModule> {
  const versions = moduleVersions(version)
  for (const one of versions) {
    const goMod = await goModFile(folder, path, one).catch(() => undefined)
    if (goMod !== undefined) return { path, version: one, goMod }
  }
  // An example or the like; where a program needs it after all, Go says so.
  return { path, version: versions[0]!, goMod: '' }
}

async function writeGoMod(folder: string, version: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'go.mod'), 'module empty\n')
  const kubernetes = await goModFile(folder, 'k8s.io/kubernetes', version)
  const modules: StagingModule[] = []
  for (const path of stagingPaths(kubernetes)) modules.push(await stagingModule(folder, path, version))
  writeFileSync(join(folder, 'go.mod'), goModOf(version, kubernetes, modules))
  writeFileSync(join(folder, 'complete'), '')
}

/** Compiles and runs programs against the modules of one release. */
export interface Workshop {
  /** The release's version: `v1.29.15`. */
  version: string
  /** The newest patch up to this version that all staging modules are published for: `v1.25.6`. */
  whole: string
  /** What a program (a folder in programs/) prints, read as JSON. Rejects with RecordError where it does not compile or run. */
  run<T>(program: string, args?: readonly string[]): Promise<T>
}

/** A workshop for a release (`v1.29.15`); `folder` keeps it for the next time. */
export async function openWorkshop(version: string, folder = cacheFolder()): Promise<Workshop> {
  const own = join(folder, version)
  if (!existsSync(join(own, 'complete'))) await writeGoMod(own, version)
  cpSync(programs, own, { recursive: true })
  const tags = releaseTags(minorOf(version.slice(1))).join(',')
  return {
    version,
    whole: wholePatch(version, readFileSync(join(own, 'go.mod'), 'utf8')),
    async run<T>(program: string, args: readonly string[] = []) {
      const binary = join(own, 'bin', program)
      await go(own, 'build', '-trimpath', '-ldflags', '-s -w', '-tags', tags, '-o', binary, `./${program}`)
      try {
        const { stdout } = await run(binary, [...args], { maxBuffer: 1 << 28 })
        return JSON.parse(stdout) as T
      } catch (error) {
        const { stderr = '', message } = error as Error & { stderr?: string }
        throw new RecordError(`${program} of ${version}: ${stderr.split('\n')[0] || message}`)
      } finally {
        // As large as the component itself, and linked again in seconds.
        rmSync(binary, { force: true })
      }
    },
  }
}

/** @param goMod names the staging modules as `=> k8s.io/controller-manager v0.25.6` */
export function wholePatch(version: string, goMod: string): string {
  const [major, minor, patch] = version.split('.') as [string, string, string]
  const patches = [...goMod.matchAll(/=> k8s\.io\/\S+ v0\.\d+\.(\d+)$/gm)].map(([, one]) => Number(one))
  return `${major}.${minor}.${Math.min(Number(patch), ...patches)}`
}

const cacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kepsim', 'record')
