// What differs between releases in what kube-proxy does to packets beside its rules.
import { dialect, since } from '../../featuregates/release-changes.ts'

/** Differences between releases in what kube-proxy does to connections. */
export const datapathDialect = dialect('kube-proxy connections', {
  reconcilesConnections: since(
    32,
    'kube-proxy deletes with each sync every UDP connection to a Service that is translated to none of its serving endpoints, not only those of endpoints that went',
  ),
  comparesPorts: since(
    34,
    'kube-proxy deletes UDP connections to ports of an endpoint that the Service has no more, not only to addresses',
  ),
})
