// The published Go modules of a release, as `go mod download` fetches them.
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { RecordError } from '../record-error.ts'

const run = promisify(execFile)

/** The folder of a module at a version. Rejects where there is none. */
async function moduleFolder(module: string, version: string): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: tmpdir() })
  return (JSON.parse(stdout) as { Dir: string }).Dir
}

/** The versions of a release's modules, from its own patch down to the first: v1.29.2 → v0.29.2, v0.29.1, v0.29.0. */
export function moduleVersions(version: string): string[] {
  const [, minor, patch] = /^v1\.(\d+)\.(\d+)/.exec(version) ?? []
  if (minor === undefined) throw new RecordError(`${version} is not the version of a release`)
  return Array.from({ length: Number(patch) + 1 }, (_, i) => `v0.${minor}.${Number(patch) - i}`)
}

/** The folder of a module (`k8s.io/api`) of a release (`v1.29.15`): of its patch, or of the nearest before it that was published. */
export async function releaseModule(module: string, version: string): Promise<string> {
  let failure: unknown
  const versions = module === 'k8s.io/kubernetes' ? [version] : moduleVersions(version)
  for (const one of versions)
    try {
      return await moduleFolder(module, one)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new RecordError('there is no go on PATH')
      failure ??= error
    }
  throw new RecordError(
    `${module} of ${version} cannot be downloaded: ${(failure as Error).message.split('\n')[0]}`,
  )
}
