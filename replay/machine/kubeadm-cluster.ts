export interface KubeadmCluster {
  release: string
  node: string
  gates: Record<string, boolean>
  runtimeConfig: string
  /** Further node names. */
  workers: string[]
  dataDir: string
}
