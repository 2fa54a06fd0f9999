// Modules that Node does not load by itself: TypeScript, and those outside of any project that import kepsim.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire, SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { importMeta } from '../../component-base/import-meta.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { InputError } from '../input-error.ts'
import { positionIn } from './module-lines.ts'

/** A module compiled to a file in a directory of its own, which `remove` deletes. */
export interface Compiled {
  /** Of the compiled text. */
  url: string
  /** The line of `file` that a stack comes from. */
  lineOf(stack: string): number | undefined
  /** Removes the compiled text. */
  remove(): Promise<void>
}

interface BuildFailure {
  errors?: { text: string; location?: { file: string; line: number } | null }[]
}

/** Throws InputError with file and line. @returns a text in a directory of its own: that of the file may be read-only */
export async function compileScenario(file: string): Promise<Compiled> {
  const path = resolve(file)
  const dir = await mkdtemp(join(tmpdir(), 'kepsim-scenario-'))
  const out = join(dir, `${basename(path)}.mjs`)
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true })
  try {
    await bundle(path, out)
    const map = new SourceMap(JSON.parse(await readFile(`${out}.map`, 'utf8')))
    return { url: pathToFileURL(out).href, lineOf: (stack) => originalLine(path, out, map, stack), remove }
  } catch (error) {
    await remove()
    const failure = (error as BuildFailure).errors?.[0]
    if (failure === undefined) throw error
    throw new InputError(failure.location?.file ?? file, failure.location?.line, failure.text)
  }
}

/** esbuild of kepsim's surroundings, or of the scenario's. Throws InputError where there is none. */
async function esbuildFor(path: string): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild')
  } catch {}
  try {
    return await import(pathToFileURL(createRequire(path).resolve('esbuild')).href)
  } catch {
    throw new InputError(
      path,
      undefined,
      'esbuild compiles it, and is not installed: run `npm install --save-dev esbuild`',
    )
  }
}

async function bundle(path: string, out: string): Promise<void> {
  const { build } = await esbuildFor(path)
  await build({
    entryPoints: [path],
    outfile: out,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    sourcemap: 'external',
    logLevel: 'silent',
    plugins: [packages],
    define: importMeta(path),
  })
}

const resolving = Symbol('resolving')

/** Packages are imported from where the scenario finds them; kepsim from here where it finds none. */
const packages: Plugin = {
  name: 'packages',
  setup: ({ onResolve, resolve: find }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === resolving) return undefined
      let found = await find(path, { ...from, pluginData: resolving })
      if (found.errors.length > 0 && /^kepsim(\/|$)/.test(path))
        found = await find(path, { ...from, resolveDir: packageRoot, pluginData: resolving })
      if (found.errors.length > 0) return { errors: found.errors }
      const source = found.external || /\.[cm]?tsx?$/.test(found.path)
      return source ? found : { path: pathToFileURL(found.path).href, external: true }
    })
  },
}

function originalLine(file: string, out: string, map: SourceMap, stack: string): number | undefined {
  const frames = stack.split('\n')
  for (const frame of frames) {
    const at = positionIn(out, frame)
    const origin = at && map.findEntry(at.line - 1, at.column - 1)
    if (origin === undefined || !('originalSource' in origin)) continue
    if (resolve(dirname(out), origin.originalSource) === file) return origin.originalLine + 1
  }
  return undefined
}
