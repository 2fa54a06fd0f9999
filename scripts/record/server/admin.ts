// The administrator of recorded clusters.

/** The token that a server's file of tokens gives to its administrator. */
export const adminToken = 'admintoken'

/** The address of a server, and its administrator's token. */
export interface AdminAccess {
  server: string
  token: string
}

/** A kubeconfig (JSON) of the administrator. The server's certificate is not checked. */
export const adminKubeconfig = ({ server, token }: AdminAccess): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kepsim', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'admin@kepsim', context: { cluster: 'kepsim', user: 'admin' } }],
    'current-context': 'admin@kepsim',
  })
