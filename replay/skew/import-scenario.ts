// Imports a scenario's module; TypeScript where Node strips types, or compiled by esbuild.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { InputError } from '../input-error.ts'

type Module = Record<string, unknown>

/** Throws InputError with file and line for a module that does not load. */
export async function importScenario(file: string): Promise<Module> {
  const url = pathToFileURL(resolve(file)).href
  try {
    return (await import(url)) as Module
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION') return importCompiled(file)
    throw located(file, error)
  }
}

interface BuildFailure {
  errors?: { text: string; location?: { file: string; line: number } | null }[]
}

/** The compiled text stands beside the file while it is imported, so that its imports resolve as the file's own. */
async function importCompiled(file: string): Promise<Module> {
  const path = resolve(file)
  const out = join(dirname(path), `.${basename(path)}.${process.pid}.mjs`)
  try {
    const esbuild = await import('esbuild')
    const options = {
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      sourcemap: 'inline',
    } as const
    await esbuild.build({ ...options, entryPoints: [path], outfile: out, logLevel: 'silent' })
    return (await import(pathToFileURL(out).href)) as Module
  } catch (error) {
    if (error instanceof InputError) throw error
    const failure = (error as BuildFailure).errors?.[0]
    if (failure === undefined) throw located(file, error)
    throw new InputError(failure.location?.file ?? file, failure.location?.line, failure.text)
  } finally {
    await rm(out, { force: true })
  }
}

/** That of the scenario's project, or else the one that this program was built with. */
/** A syntax error's own stack does not name its place; what Node prints of it does. */
function located(file: string, error: unknown): InputError {
  const message = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)
  const stack =
    error instanceof SyntaxError ? checked(file) : error instanceof Error ? (error.stack ?? '') : ''
  const at = /^(file:\/\/\S+|\/\S+):(\d+)$/m.exec(stack)
  if (at !== null) return new InputError(shown(file, at[1]!), Number(at[2]), message)
  return new InputError(file, lineIn(file, stack) ?? lineOfImport(file, error), message)
}

/** What is not found is named by where it would be, not by the line that imports it. */
function lineOfImport(file: string, error: unknown): number | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const missing = code === 'ERR_MODULE_NOT_FOUND' ? /'([^']+)'/.exec(message)?.[1] : undefined
  if (missing === undefined) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const name = basename(missing)
  const found = lines.findIndex((line) => /\b(?:from|import)\b/.test(line) && line.includes(name))
  return found < 0 ? undefined : found + 1
}

/** The line of a module's `export const NAME` or `export function NAME`; 1 where it has none. */
export function lineOfExport(file: string, name: string): number {
  const declared = new RegExp(`^\\s*export\\s+(?:const|let|var|async\\s+function|function)\\s+${name}\\b`)
  const lines = readFileSync(file, 'utf8').split('\n')
  return (
    Math.max(
      lines.findIndex((line) => declared.test(line)),
      0,
    ) + 1
  )
}

const checked = (file: string): string =>
  spawnSync(process.execPath, ['--check', resolve(file)], { encoding: 'utf8' }).stderr

const shown = (file: string, place: string): string => {
  const path = place.startsWith('file:') ? fileURLToPath(place) : place
  return path === resolve(file) ? file : path
}

/** The line of the innermost frame of a stack that is in `file`. */
export function lineIn(file: string, stack: string): number | undefined {
  const url = pathToFileURL(resolve(file)).href
  for (const frame of stack.split('\n')) {
    for (const name of [url, resolve(file)]) {
      const at = frame.indexOf(`${name}:`)
      const line = at < 0 ? null : /^(\d+)/.exec(frame.slice(at + name.length + 1))
      if (line !== null) return Number(line[1])
    }
  }
  return undefined
}
