/** kube-proxy ends after it has begun to run. Logged as `Error running ProxyServer` and `command failed`. */
export class KubeProxyRunError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KubeProxyRunError'
  }
}
