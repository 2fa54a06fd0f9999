import { build } from 'esbuild'

/** The project's own reading of documents, so that tables hold what `kepsim replay` takes by itself. */
export async function ownReading() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { besideDocument } from './replay/beside-document.ts'
        export { parseDocument } from './replay/document.ts'
        export { selectSections } from './replay/select-sections.ts'`,
      resolveDir: new URL('../..', import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module';const require = __createRequire('${import.meta.url}');`,
    },
    // A module of a data: URL has no folder, from which the facts of releases would be looked for.
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    logLevel: 'error',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
