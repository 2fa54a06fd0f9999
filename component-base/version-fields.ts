// Upstream: staging/src/k8s.io/apimachinery/pkg/version/types.go (Info)

/** The fields of a component's version that every release has, in Go's order. */
export const versionFields = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
]
