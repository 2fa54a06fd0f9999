// A folder imports only from those above it in this list (DESIGN: layout).
const order = [
  'featuregates',
  'component-base',
  'apimachinery',
  'api',
  'plans',
  'server',
  'client',
  'kubelet-sim',
  'controllers',
  'kube-proxy-sim',
  'cluster',
  'kubectl',
  'replay',
  'cli',
]
// The simulators of components reach a server by URL only: they may not import one another.
const isolated = {
  client: ['server'],
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
      from: { path: '^(?!server/endpoints/).+', pathNot: '^(node_modules|e2e)/' },
      to: { path: 'node_modules/express/' },
    },
    {
      name: 'yaml-only-through-component-base',
      comment: 'component-base/yaml.ts bounds what the library cannot read without harm',
      severity: 'error',
      from: { path: '^(?!component-base/yaml\\.ts|node_modules/|scripts/)', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/yaml/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
  },
}
