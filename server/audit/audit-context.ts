// Upstream: staging/src/k8s.io/apiserver/pkg/audit/context.go
import { type AuditEvent, type AuditLevel, isLess } from './event.ts'

/** The event of one request while the request is handled. */
export class AuditContext {
  readonly event: AuditEvent
  private readonly log: (text: string) => void

  /** @param log is told of annotations that are noted twice */
  constructor(event: AuditEvent, log: (text: string) => void) {
    this.event = event
    this.log = log
  }

  /** Whether events of the request tell as much as that. */
  tells(level: AuditLevel): boolean {
    return !isLess(this.event.level, level)
  }

  /** Notes an annotation, where the event tells so much. The first value of a key stays. */
  annotate(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    if (!this.tells(level)) return
    this.event.annotations ??= Object.create(null) as Record<string, string>
    const { annotations, auditID } = this.event
    const before = annotations[key]
    if (before === undefined) annotations[key] = value
    else if (before !== value)
      this.log(
        `Failed to set annotations["${key}"] to "${value}" for audit:"${auditID}", it has already been set to "${before}"`,
      )
  }
}
