// Bundles the commands into dist/ with one chunk for each lazily imported part, so that a command
// loads only what it needs (start-up time is mostly file reads and parsing).
import { rmSync } from 'node:fs'
import { build } from 'esbuild'

// Without --clean older chunks stay, so that a server that runs can still load its parts while another build is made.
if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })
await build({
  entryPoints: {
    cli: 'cli/main.ts',
    index: 'cluster/index.ts',
    vitest: 'cluster/vitest.ts',
    scenario: 'replay/skew/define-scenario.ts',
    'node-api': 'kube-proxy-sim/node-api/index.ts',
    'yaml-worker': 'apimachinery/scheme/yaml-worker.ts',
    cases: 'scripts/cases.ts',
    conformance: 'scripts/conformance.ts',
    bench: 'scripts/bench.ts',
    'replay-texts': 'scripts/replay-texts.ts',
    'bench-node-api': 'scripts/bench-node-api.ts',
    'disk-faults': 'scripts/disk-faults.ts',
    'hostile-requests': 'scripts/hostile-requests.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.20',
  minifySyntax: true,
  sourcemap: 'linked',
  external: [
    'just-bash',
    '@grpc/grpc-js',
    '@grpc/proto-loader',
    '@grpc/reflection',
    'protobufjs',
    'prom-client',
    'vitest',
    'esbuild',
  ],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
