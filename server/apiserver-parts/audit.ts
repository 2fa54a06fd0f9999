// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/audit.go (AuditOptions.ApplyTo)
import type { FlagValues } from '../../component-base/flags/flag-values.ts'
import { Auditing } from '../audit/auditing.ts'
import { type AuditBackend, ignoringErrors, truncating, unionBackend } from '../audit/backend.ts'
import { BufferedBackend } from '../audit/buffered-backend.ts'
import { type LineWriter, logBackend } from '../audit/log-backend.ts'
import { RotatingFile, standardOutput } from '../audit/rotating-file.ts'
import { webhookBackend } from '../audit/webhook-backend.ts'
import { parseAuditPolicy } from '../options/audit-policy-file.ts'
import { StartupError } from '../options/startup-error.ts'
import { webhookTarget } from './audit-webhook.ts'
import type { Foundation } from './foundation.ts'

/**
 * What the flags --audit-… ask for; undefined where they ask for nothing, or where the command line is a document's, which writes
 * nothing on its reader's machine. Throws a StartupError for files that cannot be opened.
 */
export function auditing(foundation: Foundation, mayAudit: boolean): Auditing | undefined {
  const { config, logger, clock } = foundation
  const { flags, release, readFile } = config
  const path = flags.string('audit-policy-file')
  // They are there with nothing to count too.
  const { metrics } = foundation
  metrics.family('apiserver_audit_event_total')
  metrics.family('apiserver_audit_requests_rejected_total')
  if (path === '' || !names(flags)) return undefined
  if (!mayAudit) {
    logger.log('W', 'Audit events are not kept: this server writes no files and calls no webhooks')
    return undefined
  }
  const warn = (text: string): void => logger.log('W', text)
  const policy = parseAuditPolicy(readFile(path), { path, minor: release.minor, warn })
  const log = (text: string): void => logger.log('E', text)
  const backends = [toLog, toWebhook].map((make) => make(foundation, log)).filter((one) => one !== undefined)
  return new Auditing(policy, unionBackend(backends), { clock, log: warn, metrics })
}

const names = (flags: FlagValues): boolean =>
  flags.string('audit-log-path') !== '' || flags.string('audit-webhook-config-file') !== ''

type Log = (text: string) => void

function toLog(foundation: Foundation, log: Log): AuditBackend | undefined {
  const { flags } = foundation.config
  const path = flags.string('audit-log-path')
  if (path === '') return undefined
  const backend = logBackend(writerOf(foundation, path), flags.string('audit-log-format', 'json'), log)
  return wrapped(foundation, 'log', backend, log)
}

function writerOf({ config, clock }: Foundation, path: string): LineWriter {
  if (path === '-') return standardOutput
  const { flags } = config
  const number = (name: string): number => flags.number(`audit-log-${name}`, 0)
  try {
    return new RotatingFile(path, {
      maxSize: number('maxsize'),
      maxAge: number('maxage'),
      maxBackups: number('maxbackup'),
      compress: flags.bool('audit-log-compress'),
      now: () => clock.now(),
    })
  } catch (error) {
    throw new StartupError(`ensureLogFile: ${goFileError(error as NodeJS.ErrnoException)}`, { cause: error })
  }
}

const goFileError = ({ syscall = 'open', path = '', code, message }: NodeJS.ErrnoException): string =>
  `${syscall} ${path}: ${goReasons[code ?? ''] ?? message}`
const goReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
}

function toWebhook(foundation: Foundation, log: Log): AuditBackend | undefined {
  const { config, clock } = foundation
  const path = config.flags.string('audit-webhook-config-file')
  if (path === '') return undefined
  try {
    const target = webhookTarget(path, config.readFile, config.release.minor)
    const initialBackoff = config.flags.duration('audit-webhook-initial-backoff', 10_000)
    return wrapped(foundation, 'webhook', webhookBackend(target, { initialBackoff, clock, log }), log)
  } catch (error) {
    throw new StartupError(`initializing audit webhook: ${(error as Error).message}`, { cause: error })
  }
}

/** By the flags --audit-PLUGIN-mode, -batch-… and -truncate-…. */
function wrapped(
  { config, clock }: Foundation,
  plugin: 'log' | 'webhook',
  backend: AuditBackend,
  log: Log,
): AuditBackend {
  const { flags } = config
  const number = (name: string): number => flags.number(`audit-${plugin}-${name}`, 0)
  const mode = flags.string(`audit-${plugin}-mode`)
  const throttle = flags.bool(`audit-${plugin}-batch-throttle-enable`)
    ? { qps: number('batch-throttle-qps'), burst: number('batch-throttle-burst') }
    : undefined
  const batch = {
    concurrent: plugin === 'webhook',
    bufferSize: number('batch-buffer-size'),
    maxBatchSize: number('batch-max-size'),
    maxBatchWait: flags.duration(`audit-${plugin}-batch-max-wait`, 0),
    throttle,
  }
  const sent =
    mode === 'batch'
      ? new BufferedBackend(backend, batch, clock, log)
      : mode === 'blocking'
        ? ignoringErrors(backend)
        : backend
  if (!flags.bool(`audit-${plugin}-truncate-enabled`)) return sent
  const sizes = {
    maxEventSize: number('truncate-max-event-size'),
    maxBatchSize: number('truncate-max-batch-size'),
  }
  return truncating(sent, sizes, log)
}
