/** kube-proxy does not start. `message` follows `command failed` in the log. */
export class KubeProxyStartError extends Error {
  readonly exitCode: number = 1
  /** Printed behind `Error: ` in place of a log line, after the usage text where there is one. */
  readonly plain: { usage: string } | undefined
  constructor(message: string, plain?: { usage: string }, options?: ErrorOptions) {
    super(message, options)
    this.name = 'KubeProxyStartError'
    this.plain = plain
  }
}
