import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { systemReason } from '../../component-base/system-error.ts'
import { UsageError } from '../usage-error.ts'
import { statOf } from '../writable-place.ts'

/** Writes new files below a directory, which is made; throws a UsageError, and writes none, where one of them is there. */
export function writeNewFiles(directory: string, files: Readonly<Record<string, string>>): string[] {
  const paths = Object.keys(files).map((name) => join(directory, name))
  const there = paths.find((path) => existsSync(path))
  if (there !== undefined) throw new UsageError(`${there} is there already: nothing was written`)
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name)
    try {
      makeDirectory(dirname(path))
      writeFileSync(path, text, { flag: 'wx' })
    } catch (error) {
      throw new UsageError(`${path} cannot be written: ${systemReason(error) ?? String(error)}`)
    }
  }
  return paths
}

/** With those around it, one by one: Node's own recursion never ends below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path)
}

/**
 * The path of a directory in its repository, with `/`; where there is none, the working directory is taken for its root. Empty for the
 * root, and for what is not below it: a workflow can name no folder outside of its repository.
 */
export function folderInRepository(directory: string): string {
  const path = resolve(directory)
  const folder = relative(repositoryOf(path) ?? process.cwd(), path)
  return folder.split(sep)[0] === '..' || isAbsolute(folder) ? '' : folder.replaceAll(sep, '/')
}

/** What may not be looked at, as by a document's kepsim, is no repository. */
function repositoryOf(path: string): string | undefined {
  if (statOf(join(path, '.git')) !== undefined) return path
  return dirname(path) === path ? undefined : repositoryOf(dirname(path))
}

const gateName = /^[A-Z][A-Za-z0-9]*$/

/** The name of a gate as it is given. Throws a UsageError for what is none. */
export function checkedGate(text: string): string {
  if (gateName.test(text)) return text
  throw new UsageError(`--gate ${text}: a gate is named as MyFeature, with letters and digits`)
}
