/** An error that ends kube-proxy after it has begun to run. Logged as `Error running ProxyServer` and `command failed`. */
export class KubeProxyRunError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KubeProxyRunError'
  }
}

/** The end of a kube-proxy that has logged why, and exits with 1 without a word more. */
export class KubeProxyExit extends KubeProxyRunError {
  constructor(message: string) {
    super(message)
    this.name = 'KubeProxyExit'
  }
}
