// Upstream: sigs.k8s.io/controller-runtime/pkg/envtest (AuthenticatedUser)
import type { ClusterClient } from './cluster-client.ts'

/** A user whose client certificate the cluster's CA has signed. What it may do, RBAC says. */
export interface AuthenticatedUser {
  readonly name: string
  readonly groups: readonly string[]
  /** A kubeconfig (YAML) with the certificate and its key in it. */
  readonly kubeconfig: string
  /** A file with {@link kubeconfig}, mode 0600, that goes away with the cluster. */
  readonly kubeconfigPath: string
  /** Closed with the cluster. */
  client(userAgent?: string): ClusterClient
}
