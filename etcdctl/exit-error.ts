// Upstream: etcd's pkg/cobrautl/error.go

/** Exit codes of etcdctl. */
export const exitCodes = { error: 1, badConnection: 2, badFeature: 4, interrupted: 5, badArgs: 128 } as const

/** Ends a command: `Error: MESSAGE` on stderr, and its exit code. */
export class ExitError extends Error {
  readonly code: number
  constructor(code: keyof typeof exitCodes, message: string) {
    super(message)
    this.code = exitCodes[code]
  }
}
