// A folder imports only from those above it in this list, which CONTRIBUTING.md shows in the same order.
const order = [
  'featuregates',
  'component-base',
  'apimachinery',
  'api',
  'plans',
  'cel',
  'server',
  'client',
  'containers',
  'kubelet-sim',
  'controllers',
  'kube-proxy-sim',
  'etcdctl',
  'cluster',
  'kubectl',
  'replay',
  'cli',
]
// The simulators of components reach a server by URL only: they may not import one another.
const isolated = {
  client: ['server'],
  containers: ['server'],
  'kubelet-sim': ['server'],
  controllers: ['server', 'kubelet-sim'],
  'kube-proxy-sim': ['server', 'kubelet-sim', 'controllers'],
  kubectl: ['kubelet-sim', 'controllers', 'kube-proxy-sim', 'cluster'],
}
module.exports = {
  forbidden: [
    ...order.map((folder, i) => ({
      name: `${folder}-imports-only-from-above`,
      severity: 'error',
      // What stands in testing/ is for tests, which run components together.
      from: { path: `^${folder}/`, pathNot: '/testing/' },
      to: { path: `^(${order.slice(i + 1).join('|') || '$none'})/` },
    })),
    ...Object.entries(isolated).map(([folder, others]) => ({
      name: `${folder}-stands-alone`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: `^(${others.join('|')})/` },
    })),
    {
      name: 'express-only-in-endpoints',
      severity: 'error',
      from: { path: '^(?!server/endpoints/).+', pathNot: 'node_modules/|^e2e/|\\.test\\.ts$' },
      to: { path: 'node_modules/express/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'yaml-only-through-component-base',
      comment: 'component-base/yaml.ts bounds what the library cannot read without harm',
      severity: 'error',
      from: { path: '^(?!component-base/yaml\\.ts|scripts/)', pathNot: 'node_modules/|\\.test\\.ts$' },
      to: { path: 'node_modules/yaml/' },
    },
    {
      name: 'one-command-line-parser',
      comment: 'component-base/flags reads command lines (docs/adr/0012-one-command-line-parser.md)',
      severity: 'error',
      from: { pathNot: 'node_modules/' },
      to: { path: 'node_modules/(commander|yargs|yargs-parser|minimist|cac|meow|arg|mri|clipanion|oclif)/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^dist/' },
  },
}
