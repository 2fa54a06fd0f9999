/** The flags of every kube-apiserver that answers were recorded of, beside its port, certificates and store; the files are in its folder. */
export const recordedServerFlags: readonly string[] = [
  '--bind-address=127.0.0.1',
  '--service-cluster-ip-range=10.0.0.0/24',
  '--service-account-issuer=https://kubernetes.default.svc',
  '--service-account-key-file=sa.pub',
  '--service-account-signing-key-file=sa.key',
  '--token-auth-file=tokens.csv',
  '--authorization-mode=RBAC',
  '--allow-privileged=true',
]
