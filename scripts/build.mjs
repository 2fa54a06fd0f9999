// Bundles the commands into dist/ with one chunk for each lazily imported part, so that a command
// loads only what it needs (start-up time is mostly file reads and parsing). Libraries are a part of the bundle: whoever
// installs kepsim installs nothing else, and what kepsim does not use of a library is not there.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

// Without --clean older chunks stay, so that a server that runs can still load its parts while another build is made.
if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })

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

const { metafile } = await build({
  entryPoints: {
    cli: 'cli/main.ts',
    index: 'cluster/index.ts',
    vitest: 'cluster/vitest.ts',
    scenario: 'replay/skew/define-scenario.ts',
    'node-api': 'kube-proxy-sim/node-api/index.ts',
    'yaml-worker': 'apimachinery/scheme/yaml-worker.ts',
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
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.20',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: 'linked',
  metafile: true,
  // Peers: the user's own vitest, and esbuild for scenarios in TypeScript.
  external: ['vitest', 'esbuild'],
  plugins: [absent, reflection],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __bundle = import.meta.dirname;",
  },
  logLevel: 'warning',
})
cpSync('node_modules/@grpc/reflection/build/proto/grpc', 'dist/proto/grpc', { recursive: true })
writeFileSync('dist/third-party-licenses.txt', licenses(Object.keys(metafile.inputs)))

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
