// Tokens of ServiceAccounts in Secrets. Upstream: pkg/serviceaccount/legacy.go, pkg/controlplane/controller/legacytokentracking/controller.go

/** The issuer that such tokens name. */
export const legacyTokenIssuer = 'kubernetes/serviceaccount'
/** The label of a Secret whose token was used: the day, `2026-01-31`. */
export const lastUsedLabel = 'kubernetes.io/legacy-token-last-used'
/** The label of a Secret whose token nobody may use any more, since the day that it has. */
export const invalidSinceLabel = 'kubernetes.io/legacy-token-invalid-since'
/** The ConfigMap in kube-system that says since when uses are noted. */
export const tokenTrackingMap = 'kube-apiserver-legacy-service-account-token-tracking'
