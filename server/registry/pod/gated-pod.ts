// Upstream: pkg/apis/core/validation/validation.go (validateNodeSelectorMutation, validateNodeAffinityMutation)

import type { NodeAffinity, NodeSelectorTerm, PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { getOwn, semanticEqual } from '../../../apimachinery/json.ts'

const required = 'requiredDuringSchedulingIgnoredDuringExecution'

/** A pod that waits for its scheduling gates may narrow where it runs. Takes such changes back in `munged` after checking them. */
export function mungeGatedPod(
  munged: PodSpec,
  before: PodSpec,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  if (!semanticEqual(munged.nodeSelector, before.nodeSelector)) {
    if (
      Object.entries(before.nodeSelector ?? {}).some(
        ([key, value]) => getOwn(munged.nodeSelector, key) !== value,
      )
    ) {
      const shown = badValue(munged.nodeSelector, 'map[string]string', minor)
      errors.push(
        field.invalid(
          path.child('nodeSelector'),
          shown,
          'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
        ),
      )
    }
    restore(munged, before, 'nodeSelector')
  }
  const now = munged.affinity?.nodeAffinity
  const then = before.affinity?.nodeAffinity
  if (semanticEqual(now, then)) return errors
  errors.push(...validateNodeAffinity(now, then, path.child('affinity', 'nodeAffinity'), minor))
  if (munged.affinity == null) munged.affinity = { nodeAffinity: then! }
  else if (before.affinity == null && !munged.affinity.podAffinity && !munged.affinity.podAntiAffinity)
    delete munged.affinity
  else {
    munged.affinity = { ...munged.affinity }
    if (then === undefined) delete munged.affinity.nodeAffinity
    else munged.affinity.nodeAffinity = then
  }
  return errors
}

function restore(munged: PodSpec, before: PodSpec, name: 'nodeSelector'): void {
  if (before[name] === undefined) dropField(munged, name)
  else munged[name] = before[name]
}

function validateNodeAffinity(
  now: NodeAffinity | undefined,
  then: NodeAffinity | undefined,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if (then?.[required] == null) return []
  const oldTerms = then[required].nodeSelectorTerms ?? []
  const given = now?.[required]?.nodeSelectorTerms
  const terms = given ?? []
  const at = path.child(required, 'nodeSelectorTerms')
  if (oldTerms.length > 0 && oldTerms.length !== terms.length) {
    return [
      field.invalid(
        at,
        badValue(given, '[]core.NodeSelectorTerm', minor),
        'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ),
    ]
  }
  return oldTerms.flatMap((old, i) => {
    if (onlyAdditions(terms[i]!, old)) return []
    return [
      field.invalid(
        at.index(i),
        badValue(terms[i], 'core.NodeSelectorTerm', minor),
        'only additions are allowed (no mutations or deletions)',
      ),
    ]
  })
}

function onlyAdditions(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const
  if (lists.every((name) => !old[name]?.length)) return lists.every((name) => !term[name]?.length)
  return lists.every((name) =>
    semanticEqual((term[name] ?? []).slice(0, old[name]?.length ?? 0), old[name] ?? []),
  )
}
