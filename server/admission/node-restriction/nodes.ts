// Upstream: plugin/pkg/admission/noderestriction/admission.go (admitNode)

import type { Node } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { semanticDeepEqual } from '../../registry/core/semantic-deep-equal.ts'
import { forbid } from '../forbid.ts'
import { nodeRestrictionDialect } from './dialect.ts'
import { forbiddenLabels } from './labels.ts'
import type { NodeRequest } from './request.ts'

/** A node writes its own Node, and of it nothing that would draw pods to it. */
export function admitNode({ attributes, node }: NodeRequest): void {
  const { request, operation, object, oldObject } = attributes
  const name = request.name || object?.metadata.name || ''
  if (name !== node)
    throw forbid(attributes, `node ${goQuote(node)} is not allowed to modify node ${goQuote(name)}`)
  const [now, old] = [object as unknown as Node | undefined, oldObject as unknown as Node | undefined]
  const problem =
    operation === 'CREATE'
      ? creationProblem(now!, node)
      : operation === 'UPDATE'
        ? updateProblem(now!, old!, node, request.server.release.minor)
        : undefined
  if (problem !== undefined) throw forbid(attributes, problem)
}

function creationProblem({ spec, metadata }: Node, node: string): string | undefined {
  const quoted = goQuote(node)
  if (spec?.configSource != null)
    return `node ${quoted} is not allowed to create pods with a non-nil configSource`
  const labels = forbiddenLabels(metadata?.labels, undefined)
  return labels.length === 0
    ? undefined
    : `node ${quoted} is not allowed to set the following labels: ${labels.join(', ')}`
}

function updateProblem(now: Node, old: Node, node: string, minor: number): string | undefined {
  const quoted = goQuote(node)
  if (now.spec?.configSource != null && !semanticDeepEqual(now.spec.configSource, old.spec?.configSource))
    return `node ${quoted} is not allowed to update configSource to a new non-nil configSource`
  if (!semanticDeepEqual(now.spec?.taints, old.spec?.taints))
    return `node ${quoted} is not allowed to modify taints`
  const owners = !semanticDeepEqual(now.metadata?.ownerReferences, old.metadata?.ownerReferences)
  if (nodeRestrictionDialect(minor).keepsOwnerReferences && owners)
    return `node ${quoted} is not allowed to modify ownerReferences`
  const labels = forbiddenLabels(now.metadata?.labels, old.metadata?.labels)
  return labels.length === 0 ? undefined : `is not allowed to modify labels: ${labels.join(', ')}`
}
