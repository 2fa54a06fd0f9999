// Vitest loads each source by itself, and looks up whatever one uses of another at every use. Where all tests are run they are bundled
// first, with the parts that they share beside them, which takes a sixth less of the processors' time.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type Plugin as BundlerPlugin, build, transform } from 'esbuild'
import type { Plugin } from 'vitest/config'
import { importMeta } from '../component-base/import-meta.ts'
import { packageRoot } from '../component-base/package-root.ts'

/** A name that imports have, and the source that it stands for. */
export interface Alias {
  find: RegExp
  replacement: string
}

interface Bundle {
  code: string
  map: string
}

/** A module must know where its source is, not where the bundle is. */
const places: BundlerPlugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (!source.includes('import.meta')) return undefined
      const { code } = await transform(source, {
        loader: 'ts',
        sourcemap: 'inline',
        sourcefile: path,
        define: importMeta(path),
      })
      return { contents: code, loader: 'js' }
    })
  },
}

const aliased = (aliases: Alias[]): BundlerPlugin => ({
  name: 'aliased',
  setup({ onResolve }) {
    for (const { find, replacement } of aliases) onResolve({ filter: find }, () => ({ path: replacement }))
  },
})

/** Whether a test makes modules anew, or imports one by a path that it computes: Vitest has to load them. */
const wantsModules = (path: string): boolean =>
  /\bvi\.(?:mock|doMock|resetModules)\b|\bimport\((?!['"])/.test(readFileSync(path, 'utf8'))

/** The bundles of test files, by their paths; the parts that they share are written to the folder, where Node loads them. */
async function bundled(files: string[], folder: string, aliases: Alias[]): Promise<Map<string, Bundle>> {
  const entryPoints = files.filter((file) => !wantsModules(file))
  const { outputFiles } = await build({
    entryPoints,
    outdir: folder,
    outbase: packageRoot,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[hash]',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.20',
    packages: 'external',
    sourcemap: 'external',
    plugins: [aliased(aliases), places],
    logLevel: 'warning',
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]))
  mkdirSync(join(folder, 'parts'))
  for (const [path, text] of texts)
    if (dirname(path) === join(folder, 'parts') && path.endsWith('.mjs')) writeFileSync(path, text)
  return new Map(
    entryPoints.map((file) => {
      const path = join(folder, relative(packageRoot, file).replace(/\.ts$/, '.mjs'))
      return [file, { code: texts.get(path) ?? '', map: texts.get(`${path}.map`) ?? '' }]
    }),
  )
}

/** Vitest's plugin that gives it the tests of one project in bundles, each at the path of its source. */
export function bundledTests(aliases: Alias[]): Plugin {
  let folder: string
  let bundles: Promise<Map<string, Bundle>> | undefined
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    async configureVitest({ project }) {
      if (bundles !== undefined) throw new Error('Tests are bundled for one project: name it with --project')
      // In node_modules: Vitest leaves to Node what is there, and names of packages are found from there.
      folder = mkdtempSync(join(packageRoot, 'node_modules/.bundled-tests-'))
      process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
      bundles = project
        .globTestFiles()
        .then(({ testFiles }) => bundled([...testFiles, ...project.config.setupFiles], folder, aliases))
      await bundles
    },
    resolveId: (source) =>
      /\/parts\/\w+\.mjs$/.test(source) ? join(folder, 'parts', basename(source)) : undefined,
    load: async (id) => (await bundles)?.get(id),
  }
}
