// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/apiapproval/apiapproval_controller.go
import { getOwn } from '../../../../apimachinery/json.ts'
import type { Clock } from '../../../../component-base/clock.ts'
import { type Said, saysSame } from '../conditions.ts'
import { conditionOf, type Definition } from '../definition.ts'
import type { DefinitionChange } from '../definitions.ts'
import { approvalAnnotation, approvalOf, isProtectedGroup } from '../validation/api-approval.ts'
import type { StatusWriter } from './status-writer.ts'
import { WorkQueue } from './work-queue.ts'

const type = 'KubernetesAPIApprovalPolicyConformant'
const reasons = {
  approved: 'ApprovedAnnotation',
  bypassed: 'UnapprovedAnnotation',
  invalid: 'InvalidAnnotation',
  missing: 'MissingAnnotation',
}

const annotationOf = ({ object }: Definition): string =>
  getOwn(object.metadata.annotations, approvalAnnotation) ?? ''

function approvalSaid({ object }: Definition): Said {
  const { state, reason: message } = approvalOf(object)
  return { type, status: state === 'approved' ? 'True' : 'False', reason: reasons[state], message }
}

/** Says of definitions in the community's groups whether they are approved. */
export class ApprovalController {
  private readonly writer: StatusWriter
  private readonly queue: WorkQueue
  /** The annotation that was looked at last. */
  private readonly seen = new Map<string, string>()

  constructor(writer: StatusWriter, clock: Clock) {
    this.writer = writer
    this.queue = new WorkQueue(clock, 1, (name) => this.sync(name))
  }

  hear({ name, now }: DefinitionChange): void {
    if (now === undefined) this.seen.delete(name)
    else if (isProtectedGroup(now.spec.group ?? '')) this.queue.add(name)
  }

  stop(): Promise<void> {
    return this.queue.stop()
  }

  private async sync(name: string): Promise<void> {
    const definition = this.writer.current(name)
    if (definition === undefined) return
    const annotation = annotationOf(definition)
    if (this.seen.get(name) === annotation) return
    const said = approvalSaid(definition)
    if (saysSame(conditionOf(definition, type), said)) return
    const written = await this.writer.write(definition, this.writer.withConditions(definition, [said]))
    if (written !== undefined) this.seen.set(name, annotation)
  }
}
