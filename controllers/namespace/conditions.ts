// Upstream: pkg/controller/namespace/deletion/status_condition_utils.go

import type { NamespaceCondition } from '../../api/core-v1.ts'
import { conditionOfType, transitionTime, withCondition } from '../../apimachinery/conditions.ts'
import type { Found } from './content.ts'

type Told = Pick<NamespaceCondition, 'reason' | 'message'>

/** The conditions of a namespace where nothing hinders its deletion, in their order. */
const good: readonly (readonly [type: string, told: Required<Told>])[] = [
  [
    'NamespaceDeletionDiscoveryFailure',
    { reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
  ],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    { reason: 'ParsedGroupVersions', message: 'All legacy kube types successfully parsed' },
  ],
  [
    'NamespaceDeletionContentFailure',
    { reason: 'ContentDeleted', message: 'All content successfully deleted, may be waiting on finalization' },
  ],
  ['NamespaceContentRemaining', { reason: 'ContentRemoved', message: 'All content successfully removed' }],
  [
    'NamespaceFinalizersRemaining',
    { reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
  ],
]

/** The counts as one text, sorted by name: `pods. has 2 resource instances`. */
const counted = (counts: ReadonlyMap<string, number>, verb: string): string =>
  [...counts]
    .map(([name, count]) => `${name} ${verb} ${count} resource instances`)
    .sort()
    .join(', ')

function failures({ errors, undiscovered, remaining, finalizers }: Found): Map<string, Told> {
  const found = new Map<string, Told>()
  if (undiscovered.length > 0)
    found.set('NamespaceDeletionDiscoveryFailure', {
      reason: 'DiscoveryFailed',
      message: `Discovery failed for some groups, ${undiscovered.length} failing: unable to retrieve the complete list of server APIs: ${undiscovered.join(', ')}`,
    })
  if (errors.length > 0)
    found.set('NamespaceDeletionContentFailure', {
      reason: 'ContentDeletionFailed',
      message: `Failed to delete all resource types, ${errors.length} remaining: ${[...errors].sort().join(', ')}`,
    })
  if (remaining.size > 0)
    found.set('NamespaceContentRemaining', {
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${counted(remaining, 'has')}`,
    })
  if (finalizers.size > 0)
    found.set('NamespaceFinalizersRemaining', {
      reason: 'SomeFinalizersRemain',
      message: `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in')}`,
    })
  return found
}

/** The conditions of a namespace that is being deleted; `before` itself where they are the same. @param now as in the API */
export function namespaceConditions(
  before: readonly NamespaceCondition[] | undefined,
  found: Found,
  now: string,
): readonly NamespaceCondition[] | undefined {
  const bad = failures(found)
  let conditions = before
  for (const [type, told] of good) {
    const status = bad.has(type) ? 'True' : 'False'
    const { reason, message } = bad.get(type) ?? told
    const old = conditionOfType(before, type)
    if (old?.status === status && old.reason === reason && old.message === message) continue
    const lastTransitionTime = transitionTime(before, { type, status }, now)
    conditions = withCondition(conditions, {
      type,
      status,
      lastTransitionTime,
      reason: reason!,
      message: message!,
    })
  }
  return conditions
}
