import type { KeyPair } from '../component-base/certificate-authority.ts'

/** The signers of certificates that kube-controller-manager is, by the flags that name their files. */
export const signerNames = {
  'kubelet-serving': 'kubernetes.io/kubelet-serving',
  'kubelet-client': 'kubernetes.io/kube-apiserver-client-kubelet',
  'kube-apiserver-client': 'kubernetes.io/kube-apiserver-client',
  'legacy-unknown': 'kubernetes.io/legacy-unknown',
} as const

/** The keys and certificates that kube-controller-manager signs tokens and certificates with. */
export interface IssuingOptions {
  /** PEM, published to every namespace; empty: nothing is. */
  rootCA: string
  /** The private key of the tokens of Secrets (PEM); undefined: they get none. */
  accountKey: string | undefined
  /** The key pairs by the signer's name; signers that are not here sign nothing. */
  signers: ReadonlyMap<string, KeyPair>
  /** The longest time of a certificate, in milliseconds. */
  signingDuration: number
  /** Milliseconds since the epoch, by which certificates begin and end: TLS asks the host's clock. */
  certificateTime: () => number
}
