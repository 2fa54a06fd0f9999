// Upstream: kubectl/pkg/cmd/rollout/rollout_undo.go, kubectl/pkg/polymorphichelpers/rollback.go

import { semanticEqual } from '../../../apimachinery/json.ts'
import { lastAppliedAnnotation } from '../../../apimachinery/last-applied.ts'
import { KubectlError } from '../../errors.ts'
import { dryRunOf, operationPrinter } from '../../printers/printer.ts'
import { buildTargets, type Info, visit } from '../../resources/builder.ts'
import { patchOn } from '../../resources/writes.ts'
import type { Session } from '../../session.ts'
import { describePodTemplate } from '../describe/pod-template.ts'
import { commandDialect } from '../dialect.ts'
import { requireResource } from './change.ts'
import { type PodTemplate, type Revision, revisionsOf } from './revisions.ts'

const hashLabel = 'pod-template-hash'
const kept = new Set([
  lastAppliedAnnotation,
  'deployment.kubernetes.io/revision',
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
])

/** `kubectl rollout undo`: back to the revision before, or to --to-revision. */
export async function undo(session: Session, words: string[]): Promise<number> {
  requireResource(session, words)
  const print = await operationPrinter(session)
  const options = { selector: session.flags.string('selector'), allowEmptySelector: true, typed: true }
  await visit(session, await buildTargets(session, words, options), options, async (info) => {
    const { undoWarnsOfApply } = commandDialect(session.minor)
    if (undoWarnsOfApply && info.object.metadata.annotations?.[lastAppliedAnnotation] !== undefined)
      session.host.stderr(
        `Warning: resource ${info.resource.name}/${info.name} was previously managed with 'kubectl apply'. Rolling back will not update the ${lastAppliedAnnotation} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n`,
      )
    print(info.object, await rollback(session, info))
  })
  return 0
}

function chosen(session: Session, info: Info, revisions: readonly Revision[]): Revision {
  const wanted = session.flags.number('to-revision')
  const found = wanted > 0 ? revisions.find((r) => r.number === wanted) : revisions.at(-2)
  if (found !== undefined) return found
  if (wanted !== 0) throw new KubectlError(`unable to find specified revision ${wanted} in history`)
  throw new KubectlError(
    info.resource.kind === 'Deployment'
      ? `no rollout history found for deployment "${info.name}"`
      : 'no last revision to roll back to',
  )
}

function withoutHash(template: PodTemplate): PodTemplate {
  const { [hashLabel]: _hash, ...labels } = template.metadata?.labels ?? {}
  return { ...template, metadata: { ...template.metadata, labels } }
}

/** What is said of it. */
async function rollback(session: Session, info: Info): Promise<string> {
  const revision = chosen(session, info, await revisionsOf(session, info))
  const spec = info.object['spec'] as { template: PodTemplate; paused?: boolean }
  if (dryRunOf(session) === 'client') return describePodTemplate(revision.template, session.minor)
  if (spec.paused === true)
    throw new KubectlError(
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    )
  const template = withoutHash(revision.template)
  if (semanticEqual(template, withoutHash(spec.template)))
    return `skipped rollback (current template already matches revision ${session.flags.number('to-revision')})`
  const replaced = [{ op: 'replace', path: '/spec/template', value: template }]
  const annotations =
    info.resource.kind === 'Deployment'
      ? [{ op: 'replace', path: '/metadata/annotations', value: annotationsOf(info, revision) }]
      : []
  try {
    await patchOn(session, info, 'json', [...replaced, ...annotations], { fieldManager: 'kubectl-rollout' })
  } catch (error) {
    throw new KubectlError(
      `failed restoring revision ${session.flags.number('to-revision')}: ${(error as Error).message}`,
    )
  }
  return 'rolled back'
}

function annotationsOf(info: Info, revision: Revision): Record<string, string> {
  const entries = (map: Record<string, string> | undefined, keep: boolean): [string, string][] =>
    Object.entries(map ?? {}).filter(([key]) => kept.has(key) === keep)
  return Object.fromEntries([
    ...entries(info.object.metadata.annotations, true),
    ...entries(revision.object.metadata.annotations, false),
  ])
}
