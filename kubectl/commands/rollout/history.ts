// Upstream: kubectl/pkg/cmd/rollout/rollout_history.go, kubectl/pkg/polymorphichelpers/history.go
import { KubectlError } from '../../errors.ts'
import { operationPrinter } from '../../printers/printer.ts'
import { tabbed } from '../../printers/tab-writer.ts'
import { buildTargets, type Info, visit } from '../../resources/builder.ts'
import type { Session } from '../../session.ts'
import { describePodTemplate } from '../describe/pod-template.ts'
import { requireResource } from './change.ts'
import { changeCauseAnnotation, type Revision, revisionsOf } from './revisions.ts'

/** `kubectl rollout history`: the revisions of workloads, or with --revision the pod template of one revision. */
export async function history(session: Session, words: string[]): Promise<number> {
  requireResource(session, words)
  const wanted = session.flags.number('revision')
  if (wanted < 0) throw new KubectlError(`revision must be a positive integer: ${wanted}`)
  const print = await operationPrinter(session, 'none')
  const options = { selector: session.flags.string('selector'), allowEmptySelector: true, typed: true }
  const targets = await buildTargets(session, words, options)
  await visit(session, targets, options, async (info: Info) => {
    const revisions = await revisionsOf(session, info)
    if (session.flags.string('output') !== '') {
      const shown = wanted > 0 ? [findRevision(revisions, wanted)] : revisions
      for (const revision of shown) print(revision.object, '')
      return
    }
    const title = wanted > 0 ? `with revision #${wanted}` : ''
    print(info.object, `${title}\n${historyText(revisions, wanted, session.minor)}`)
  })
  return 0
}

function findRevision(revisions: readonly Revision[], wanted: number): Revision {
  const found = revisions.find((r) => r.number === wanted)
  if (found === undefined) throw new KubectlError('unable to find the specified revision')
  return found
}

function historyText(revisions: readonly Revision[], wanted: number, minor: number): string {
  if (revisions.length === 0) return 'No rollout history found.'
  if (wanted > 0) {
    const { template, changeCause } = findRevision(revisions, wanted)
    const annotations = {
      ...template.metadata?.annotations,
      ...(changeCause === '' ? {} : { [changeCauseAnnotation]: changeCause }),
    }
    return describePodTemplate({ ...template, metadata: { ...template.metadata, annotations } }, minor)
  }
  const rows = revisions.map((r) => `${r.number}\t${r.changeCause === '' ? '<none>' : r.changeCause}\n`)
  return tabbed(`REVISION\tCHANGE-CAUSE\n${rows.join('')}`)
}
