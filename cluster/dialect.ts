// What kubelets of a release have to be told by whoever sets a cluster up.
import { changing, dialect } from '../component-base/dialect.ts'

/** By the kubelet's own minor release. */
export const clusterDialect = dialect('clusters', {
  /** What containerd's packages, kubeadm and kind tell the kubelet. */
  runtimeFlags: changing<readonly string[]>(
    ['--container-runtime-endpoint=unix:///run/containerd/containerd.sock'],
    [27, [], 'kubelets find containerd without --container-runtime-endpoint'],
  ),
})
