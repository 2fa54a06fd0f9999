/** The kubelet does not start. `message` follows `command failed` in the log, or is printed by a panic. */
export class KubeletStartError extends Error {
  /** 1; 2 for a Go panic. */
  readonly exitCode: number
  /** The message stands on stderr as it is, without klog's `"command failed" err=…`. */
  readonly plain: boolean
  constructor(message: string, options: ErrorOptions & { exitCode?: number; plain?: boolean } = {}) {
    super(message, options)
    this.name = 'KubeletStartError'
    this.exitCode = options.exitCode ?? 1
    this.plain = options.plain ?? false
  }
}
