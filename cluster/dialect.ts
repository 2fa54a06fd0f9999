// What kubelets of a release have to be told by whoever sets a cluster up.
import { changing, dialect } from '../featuregates/release-changes.ts'

/** Differences between releases in a node's surroundings, by the kubelet's own minor release. */
export const clusterDialect = dialect('clusters', {
  /** Flags that containerd's packages, kubeadm and kind give the kubelet. */
  runtimeFlags: changing<readonly string[]>(
    ['--container-runtime-endpoint=unix:///run/containerd/containerd.sock'],
    [27, [], 'kubelets find containerd without --container-runtime-endpoint'],
  ),
})
