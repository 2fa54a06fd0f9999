// Bundles the commands into dist/ with one part for each lazily imported one, so that a command loads only what it needs (start-up
// time is mostly file reads and parsing). Parts are CommonJS, which component-base/code-cache loads with the code that V8 made of
// them before; entries are small ES modules, but for the commands', as Node takes 5 ms to get ready for those. Libraries are in the
// bundle: whoever installs kepsim installs nothing else, and what kepsim does not use of a library is not there.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build, transform } from 'esbuild'
import { isBuilt, lastWritten, noteBuilt, removeParts } from './built.mjs'

// esbuild, which starts when it is first asked, is Go's, and soon over: a fourth of its time would go into looking for garbage.
process.env['GOGC'] ??= '400'
if (process.argv.includes('--if-changed') && isBuilt()) process.exit()
// Without --clean the chunks of the last build stay, so that a server that runs can still load its parts while another build is made.
if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })
const written = lastWritten()
// Code of older parts.
rmSync('dist/code-cache', { recursive: true, force: true })

/** The shell imports these where a program asks for them that machines here do not have (replay/machine/host.ts), or tar a format. */
const absent = {
  name: 'absent',
  setup({ onResolve, onLoad }) {
    const packages = /^(?:sql\.js|quickjs-emscripten|turndown|@mongodb-js\/zstd|node-liblzma)$/
    onResolve({ filter: packages }, ({ path }) => ({ path, namespace: 'absent' }))
    onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not a part of kepsim`)}); export default undefined`,
    }))
  },
}

/** Reads its two .proto files from beside its sources, which are elsewhere in a bundle. */
const reflection = {
  name: 'reflection',
  setup({ onLoad }) {
    onLoad({ filter: /@grpc\/reflection\/build\/src\/implementations\/[^/]+\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        "path.join(__dirname, '../../proto/",
        "path.join(__bundle, 'proto/",
      ),
    }))
  },
}

/**
 * What libraries make when they are loaded, and few commands ask for: made when it is first used. `where`: the files of the filter that
 * it stands in.
 */
const madeWhenUsed = [
  {
    // Node loads all of its fetch for it.
    filter: /\/just-bash\/dist\/bundle\/chunks\/[^/]+\.js$/,
    where: /=globalThis\.Headers\b/,
    changes: [
      [
        /=globalThis\.Headers\b/,
        '=class{constructor(...given){return new globalThis.Headers(...given)}static[Symbol.hasInstance](one){return one instanceof globalThis.Headers}}',
      ],
    ],
  },
  {
    filter: /\/antlr4ng\/dist\/index\.mjs$/,
    changes: [
      [
        /static decisionsToDFA = (_XPathLexer\._ATN\.decisionToState\.map\(.*?\n {2}\}\));/s,
        'static get decisionsToDFA() { return this.decisions ??= $1; }',
      ],
    ],
  },
  {
    filter: /\/mime-types\/index\.js$/,
    changes: [
      [/(?<!-)\bdb\b/g, 'db()'],
      ["var db() = require('mime-db')", "var db = () => require('mime-db')"],
      ['exports.extensions = Object.create(null)', ''],
      ['exports.types = Object.create(null)', ''],
      [
        '\npopulateMaps(exports.extensions, exports.types)',
        `
        for (const name of ['extensions', 'types'])
          Object.defineProperty(exports, name, { configurable: true, get: () => (made(), exports[name]) })
        function made() {
          for (const name of ['extensions', 'types'])
            Object.defineProperty(exports, name, { value: Object.create(null) })
          populateMaps(exports.extensions, exports.types)
        }`,
      ],
    ],
  },
]
const librariesLazily = {
  name: 'libraries-lazily',
  setup({ onLoad }) {
    for (const { filter, where, changes } of madeWhenUsed)
      onLoad({ filter }, ({ path }) => {
        let contents = readFileSync(path, 'utf8')
        if (where !== undefined && !where.test(contents)) return undefined
        changed.add(filter)
        for (const [from, to] of changes) {
          const before = contents
          contents = contents.replace(from, to)
          if (contents === before) throw new Error(`${path} has no ${from} any more: see madeWhenUsed`)
        }
        return { contents }
      })
  },
}

/** Express offers it to its users; requests here are read by endpoints/body-parser. */
const withoutBodyParser = {
  name: 'without-body-parser',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^body-parser$/ }, ({ path }) => ({ path, namespace: 'without' }))
    onLoad({ filter: /.*/, namespace: 'without' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** The filters of those that were found. */
const changed = new Set()

/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Peers: the user's own vitest, and esbuild for scenarios in TypeScript.
  external: ['vitest', 'esbuild'],
  plugins: [absent, reflection, librariesLazily, withoutBodyParser],
  logLevel: 'warning',
}
const entries = {
  cli: 'cli/main.ts',
  index: 'cluster/index.ts',
  vitest: 'cluster/vitest.ts',
  scenario: 'replay/skew/define-scenario.ts',
  'node-api': 'kube-proxy-sim/node-api/index.ts',
  'yaml-worker': 'apimachinery/scheme/yaml-worker.ts',
}
const product = await build({
  ...common,
  entryPoints: entries,
  splitting: true,
  outExtension: { '.js': '.cjs' },
  // Short: they stand in the parts at each use of what another part exports.
  chunkNames: '[hash]',
  metafile: true,
  write: false,
})
for (const { filter } of madeWhenUsed)
  if (!changed.has(filter))
    throw new Error(`no file of ${filter} is as it was: see madeWhenUsed in scripts/build.mjs`)
const parts = await build({
  ...common,
  format: 'cjs',
  metafile: true,
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.dirname': '__dirname' },
  entryPoints: { parts: 'component-base/code-cache/parts.ts' },
})
const files = await Promise.all(
  product.outputFiles.map(async ({ path, text }) => {
    const { entryPoint } = product.metafile.outputs[`dist/${basename(path)}`]
    // What is imported when it is needed is an entry to esbuild as well.
    const isEntry = entryPoint !== undefined && Object.values(entries).includes(entryPoint)
    if (!isEntry) return { path, text: await partOf(basename(path), text), isEntry }
    if (entryPoint === entries.cli) return { path, text: await commandsOf(text), isEntry }
    return { path: path.replace(/\.cjs$/, '.js'), text: moduleOf(text), isEntry }
  }),
)
// Entries last: those that are there find the parts that they name meanwhile.
for (const { path, text } of files.sort((a, b) => Number(a.isEntry) - Number(b.isEntry)))
  writeFileSync(path, text)

// Programs of those who work on kepsim, as ES modules: they wait at their top, and run long.
const tools = await build({
  ...common,
  entryPoints: {
    cases: 'scripts/cases.ts',
    conformance: 'scripts/conformance.ts',
    bench: 'scripts/bench.ts',
    'replay-texts': 'scripts/replay-texts.ts',
    'bench-node-api': 'scripts/bench-node-api.ts',
    record: 'scripts/record/index.ts',
    'record-cbor': 'scripts/record-cbor.ts',
    'record-cel': 'scripts/record-cel.ts',
    'record-crd-schema': 'scripts/record-crd-schema.ts',
    'record-kubectl': 'scripts/record/kubectl/index.ts',
    'record-metrics': 'scripts/record-metrics.ts',
    'record-paths': 'scripts/record/paths/index.ts',
    'record-stored-bytes': 'scripts/record/stored-bytes/index.ts',
    'disk-faults': 'scripts/disk-faults.ts',
    'etcd-faults': 'scripts/etcd-faults.ts',
    'hostile-requests': 'scripts/hostile-requests.ts',
    'upstream-e2e': 'scripts/upstream-e2e.ts',
  },
  splitting: true,
  chunkNames: 'tools/[name]-[hash]',
  sourcemap: 'linked',
  metafile: true,
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __bundle = import.meta.dirname;",
  },
})
cpSync('node_modules/@grpc/reflection/build/proto/grpc', 'dist/proto/grpc', { recursive: true })
const licenseTexts = 'dist/third-party-licenses.txt'
writeFileSync(licenseTexts, licenses(Object.keys({ ...product.metafile.inputs, ...tools.metafile.inputs })))
const nowWritten = [
  ...files.map(({ path }) => relative('.', path)),
  ...Object.keys({ ...parts.metafile.outputs, ...tools.metafile.outputs }),
  ...readdirSync('dist/proto', { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name)),
  licenseTexts,
]
noteBuilt([product.metafile, parts.metafile, tools.metafile], nowWritten)
removeParts([...written, ...nowWritten])

/** An ES module of esbuild as a part. @param {string} name @param {string} text */
async function partOf(name, text) {
  const { code } = await transform(text, {
    sourcefile: name,
    format: 'cjs',
    // As for node, but without a list of the exports for importers that are ES modules.
    platform: 'neutral',
    target: common.target,
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'import.meta.url': '__url', 'import.meta.dirname': '__dirname', __bundle: '__dirname' },
  })
  const { exports } = product.metafile.outputs[`dist/${name}`]
  // Each export would be a getter of a getter.
  const part =
    exports.length === 0
      ? code
      : await withoutUnused(once(code, /module\.exports=__toCommonJS\((\w+)\);/, 'module.exports=$1;'))
  const url = part.includes('__url') ? "var __url=require('node:url').pathToFileURL(__filename).href;" : ''
  return url + (await reachingModules(name, lazily(part, 'require')))
}

/** With `__import` in the place of `import`, which a script has none of, for what is no part: the user's modules, esbuild. */
async function reachingModules(name, part) {
  const pattern = /\bawait import\(/g
  // A text or a method may look like one: esbuild, which can write each of them as a require, knows how many there are.
  const asRequire = /\bPromise\.resolve\(\)\.then\(\(\)=>__toESM\d*\(require\(/g
  const count = (text, one) => text.match(one)?.length ?? 0
  if (/\bimport\(/.test(part)) {
    const options = { target: common.target, minifySyntax: true, minifyWhitespace: true }
    const { code } = await transform(part, { ...options, supported: { 'dynamic-import': false } })
    if (count(code, asRequire) - count(part, asRequire) !== count(part, pattern))
      throw new Error(`${name} has an import() without an await, or a text that looks like an import()`)
  }
  return part.replaceAll(pattern, 'await __import(')
}

/** @param {string} code */
async function withoutUnused(code) {
  const options = { target: common.target, treeShaking: true, minifySyntax: true, minifyWhitespace: true }
  return (await transform(code, options)).code
}

/** An ES module of esbuild as an entry: what it imports of parts it takes from them once, when they have run. @param {string} text */
function entryOf(text) {
  const imports = /import(?:(\{[^}]*\})from)?"(\.\/[\w.-]+\.cjs)";/g
  const entry = text.replaceAll(imports, (_all, names, path) =>
    names === undefined ? `part("${path}");` : `const${names.replaceAll(' as ', ':')}=part("${path}");`,
  )
  if (/(?:from|import)"\.|const\{[^}]*\b(?:init|require)_/.test(entry))
    throw new Error('an entry imports what it cannot take from a part')
  return lazily(entry, 'part')
}

/** An entry that programs import. @param {string} text */
function moduleOf(text) {
  return `import parts from"./parts.cjs";const{part}=parts;${entryOf(text)}`
}

/** The entry of the commands, which is no ES module. @param {string} text */
async function commandsOf(text) {
  const { code } = await transform(entryOf(text), {
    format: 'cjs',
    target: common.target,
    minifyWhitespace: true,
  })
  return `const{part}=require("./parts.cjs");${code}`
}

/** With parts in the place of modules that are imported when they are needed. */
function lazily(text, load) {
  return text.replaceAll(/\bimport\(("\.\/[A-Z0-9]{8}\.cjs")\)/g, `Promise.resolve().then(()=>${load}($1))`)
}

/** Replaces the one place. @throws Error where there is none, or another */
function once(text, pattern, by) {
  if (text.match(new RegExp(pattern, 'g'))?.length !== 1) throw new Error(`esbuild writes no ${pattern}`)
  return text.replace(pattern, by)
}

/** The licence of every package that is a part of the bundle. */
function licenses(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []),
  )
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.|$)/i.test(one))
      const text =
        file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim()
      return `${name} ${version}\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
