// Upstream: kubectl/pkg/cmd/drain/drain.go (RunCordonOrUncordon)
import { LabelSelector } from '../../../apimachinery/selectors/label-selector.ts'
import { KubectlError } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { buildTargets, type Info, visit } from '../../resources/builder.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'

/** `kubectl cordon`: makes nodes unschedulable. */
export const cordon = (session: Session, words: string[]): Promise<number> => change(session, words, true)
/** `kubectl uncordon`: makes nodes schedulable. */
export const uncordon = (session: Session, words: string[]): Promise<number> => change(session, words, false)

/** The nodes that the words or the selector name. */
export async function nodesOf(session: Session, words: readonly string[]): Promise<Info[]> {
  const selector = session.flags.string('selector')
  if (words.length === 0 && !session.changed('selector'))
    throw session.usageError(`USAGE: ${session.path} NODE [flags]`)
  if (words.length > 0 && selector !== '')
    throw session.usageError('error: cannot specify both a node name and a --selector option')
  requirePodSelector(session)
  const named = words.map((word) => (word.includes('/') ? word : `nodes/${word}`))
  const options = { selector }
  const targets = await buildTargets(session, selector === '' ? named : ['nodes'], options)
  const nodes: Info[] = []
  const keep = async (info: Info): Promise<void> => {
    if (info.resource.kind !== 'Node')
      throw new KubectlError(
        `error: expected resource of type node, got "${info.resource.group}/${info.resource.version}, Resource=${info.resource.name}"`,
      )
    nodes.push(info)
  }
  // The first error ends it.
  for (const target of targets) await visit(session, [target], options, keep)
  return nodes
}

/** Only drain has the flag. */
function requirePodSelector({ flags, minor }: Session): void {
  try {
    LabelSelector.parse(flags.string('pod-selector'), minor)
  } catch {
    throw new KubectlError('--pod-selector=<pod_selector> must be a valid label selector')
  }
}

async function change(session: Session, words: readonly string[], desired: boolean): Promise<number> {
  await setUnschedulable(session, await nodesOf(session, words), desired)
  return 0
}

/**
 * Sets spec.unschedulable of nodes, and prints `cordoned` or `already cordoned`. Failures are told on stderr; the others go
 * on.
 */
export async function setUnschedulable(
  session: Session,
  nodes: readonly Info[],
  desired: boolean,
): Promise<void> {
  const print = await operationPrinter(session)
  const done = desired ? 'cordoned' : 'uncordoned'
  for (const node of nodes) {
    const spec = (node.object['spec'] ?? {}) as { unschedulable?: boolean }
    if ((spec.unschedulable ?? false) === desired) {
      print(node.object, `already ${done}`)
      continue
    }
    try {
      if (dryRunOf(session) !== 'client')
        await patchOn(session, node, 'strategic', { spec: { unschedulable: desired ? true : null } })
      print(node.object, done)
    } catch (error) {
      session.host.stderr(
        `error: unable to ${desired ? 'cordon' : 'uncordon'} node "${node.name}": ${(error as Error).message}\n`,
      )
    }
  }
}
