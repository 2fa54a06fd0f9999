/** Printed as `error: message`; exit code 1. */
export class KubectlError extends Error {}

/** The server's refusal, printed as `Error from server (Reason): message`. */
export class ServerError extends Error {
  readonly reason: string
  readonly code: number
  constructor(status: { message?: string; reason?: string; code?: number }) {
    super(status.message ?? '')
    this.reason = status.reason ?? ''
    this.code = status.code ?? 0
  }
}
