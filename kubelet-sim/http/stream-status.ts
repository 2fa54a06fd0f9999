// Upstream: k8s.io/cri-streaming/pkg/streaming/remotecommand (status.go, exec.go), apiserver/pkg/util/proxy/streamtranslator.go
import { newInternalError, type Status } from '../../apimachinery/status-error.ts'

/** The end of a program that was run over a stream: its exit code, or why it was not run. */
export type StreamEnd = { exitCode: number; command: readonly string[] } | { error: string }

/** meta/v1 Status, as the stream of errors carries it: without its kind. */
export type StreamStatus = Omit<Status, 'kind' | 'apiVersion'>

/**
 * The status that a client is told.
 * @param translated by another hand than the runtime's, which tells in its own words what it has read
 */
export function streamStatus(end: StreamEnd, translated: boolean): StreamStatus {
  if ('error' in end) return internalError(translated ? internalError(end.error).message! : end.error)
  const { exitCode, command } = end
  if (exitCode === 0) return { metadata: {}, status: 'Success' }
  const why = translated
    ? `command terminated with exit code ${exitCode}`
    : `error executing command [${command.join(' ')}], exit code ${exitCode}`
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: ${why}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  }
}

/** The status of what went wrong before or beside the program. */
export function internalError(why: string): StreamStatus {
  const { kind: _kind, apiVersion: _version, ...status } = newInternalError(why).status
  return status
}
