// Upstream: k8s.io/api/core/v1/annotation_key_constants.go (LastAppliedConfigAnnotation)

/** The annotation in which client-side `kubectl apply` keeps the object that it applied. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'
