/** The folders whose sources the product is built from (dist/); releases/ beside them is data. */
export const sourceFolders = [
  'api',
  'apimachinery',
  'cel',
  'cli',
  'client',
  'cluster',
  'component-base',
  'controllers',
  'etcdctl',
  'featuregates',
  'kube-proxy-sim',
  'kubectl',
  'kubelet-sim',
  'plans',
  'replay',
  'server',
]
