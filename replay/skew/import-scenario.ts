// Imports a scenario's module: as Node loads it, or else compiled.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { memberOf, messageOf, namedMessageOf } from '../../component-base/thrown.ts'
import { InputError } from '../input-error.ts'
import { compileScenario } from './compile-scenario.ts'
import { lineOfImport, positionIn } from './module-lines.ts'

/** The exports of a scenario's module. */
export interface ImportedScenario {
  exports: Record<string, unknown>
  /** The line of the file that an error comes from. */
  lineOf(error: unknown): number | undefined
}

/** Throws InputError with file and line for a module that does not load. */
export async function importScenario(file: string): Promise<ImportedScenario> {
  const onExit = (code: number): void => endedWhileLoading(file, code)
  // An error that nobody catches is told as one: it is why the process ends.
  const onFault = (): unknown => process.off('exit', onExit)
  process.once('exit', onExit)
  process.once('uncaughtExceptionMonitor', onFault)
  try {
    return await imported(file)
  } finally {
    process.off('exit', onExit)
    process.off('uncaughtExceptionMonitor', onFault)
  }
}

/** A module that ends the process must not look like a scenario that holds. */
function endedWhileLoading(file: string, code: number): void {
  // More is the end by a signal.
  if (code > 128) return
  process.stderr.write(
    `kepsim: ${file}: it ends the process while it is loaded, or awaits what never comes\n`,
  )
  process.exitCode = 2
}

async function imported(file: string): Promise<ImportedScenario> {
  // Newer Nodes load a part of TypeScript: all of it is to work with every one.
  if (/\.m?ts$/i.test(file)) return importCompiled(file)
  try {
    const exports = await import(pathToFileURL(resolve(file)).href)
    return { exports, lineOf: (error) => positionIn(file, stackOf(error))?.line }
  } catch (error) {
    if (needsCompiler(error)) return importCompiled(file)
    throw located(file, error, positionIn(file, stackOf(error))?.line)
  }
}

function needsCompiler(error: unknown): boolean {
  const [code, message] = [memberOf(error, 'code'), messageOf(error)]
  return (
    code === 'ERR_UNKNOWN_FILE_EXTENSION' ||
    (code === 'ERR_MODULE_NOT_FOUND' && message.startsWith("Cannot find package 'kepsim'"))
  )
}

async function importCompiled(file: string): Promise<ImportedScenario> {
  const compiled = await compileScenario(file)
  try {
    const exports = await import(compiled.url)
    return { exports, lineOf: (error) => compiled.lineOf(stackOf(error)) }
  } catch (error) {
    throw located(file, error, compiled.lineOf(stackOf(error)))
  } finally {
    await compiled.remove()
  }
}

const stackOf = (error: unknown): string => {
  const stack = memberOf(error, 'stack')
  return typeof stack === 'string' ? stack : ''
}

/** A syntax error's own stack does not name its place; what Node prints of it does. */
function located(file: string, error: unknown, line: number | undefined): InputError {
  const message = namedMessageOf(error).split('\n')[0]!
  const stack = error instanceof SyntaxError ? checked(file) : stackOf(error)
  const at = /^(file:\/\/\S+|\/\S+):(\d+)$/m.exec(stack)
  if (at !== null) return new InputError(shown(file, at[1]!), Number(at[2]), message)
  return new InputError(file, line ?? lineOfMissing(file, error), message)
}

/** What is not found is named by where it would be, not by the line that imports it. */
function lineOfMissing(file: string, error: unknown): number | undefined {
  const [code, message] = [memberOf(error, 'code'), messageOf(error)]
  const missing = code === 'ERR_MODULE_NOT_FOUND' ? /'([^']+)'/.exec(message)?.[1] : undefined
  return missing === undefined ? undefined : lineOfImport(file, missing)
}

const checked = (file: string): string =>
  spawnSync(process.execPath, ['--check', resolve(file)], { encoding: 'utf8' }).stderr

const shown = (file: string, place: string): string => {
  const path = place.startsWith('file:') ? fileURLToPath(place) : place
  return path === resolve(file) ? file : path
}
