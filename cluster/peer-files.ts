// Upstream: kubeadm's cmd/kubeadm/app/phases/controlplane/manifests.go (getAPIServerCommand), and --peer-ca-file (KEP-4020)
import {
  type CertificateStore,
  frontProxyName,
} from '../server/endpoints/authentication/certificate-store.ts'
import type { FeatureGates } from './cluster-options.ts'
import type { ReadFile } from './component-start.ts'

/** Whether the servers of a cluster are to ask each other: the certificates are theirs as soon as the gate is named. */
export const asksPeers = (gates: FeatureGates): boolean =>
  gates['UnknownVersionInteroperabilityProxy'] === true

/**
 * The flags by which servers of one cluster ask each other, and the files that they name before those of `readFile`.
 * @param args of the server: what they say is not among the flags, which would be added to the values of a list
 */
export async function peerFiles(
  certificates: CertificateStore,
  { args, readFile }: { args: readonly string[]; readFile: ReadFile },
): Promise<{ flags: readonly string[]; readFile: ReadFile }> {
  const { cert: ca } = await certificates.authority()
  const { authority, client } = await certificates.frontProxy()
  const files: readonly (readonly [flag: string, name: string, text: string])[] = [
    ['peer-ca-file', 'ca.crt', ca],
    ['requestheader-client-ca-file', 'front-proxy-ca.crt', authority.cert],
    ['proxy-client-cert-file', 'front-proxy-client.crt', client.cert],
    ['proxy-client-key-file', 'front-proxy-client.key', client.key],
  ]
  const byPath = new Map(files.map(([, name, text]) => [`cluster-pki/${name}`, text]))
  const given = new Set(args.map(flagName))
  const flags = [
    ...files.map(([flag, name]) => `--${flag}=cluster-pki/${name}`),
    `--requestheader-allowed-names=${frontProxyName}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  ]
  return {
    flags: flags.filter((flag) => !given.has(flagName(flag))),
    readFile: async (path) => byPath.get(path) ?? readFile(path),
  }
}

/** Of `--requestheader_allowed_names=a`: `--requestheader-allowed-names`. */
const flagName = (arg: string): string => arg.split('=', 1)[0]!.replaceAll('_', '-')
