// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go, sigs.k8s.io/structured-merge-diff merge/conflict.go
import { goQuote } from '../field-error.ts'
import { StatusError } from '../status-error.ts'
import { managerOfId } from './managed.ts'
import { type Path, showPath } from './path-element.ts'

/** A field that somebody else owns. `manager` is an identifier. */
export interface Conflict {
  readonly manager: string
  readonly path: Path
}

/** An apply that would change fields of others. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[]
  constructor(conflicts: readonly Conflict[]) {
    super(conflictMessage(conflicts))
    this.conflicts = conflicts
  }
}

/** 409 with one cause for each field. */
export function newApplyConflict(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${showManager(manager)}`,
    field: showPath(path),
  }))
  return new StatusError(409, 'Conflict', conflictMessage(conflicts), causes.length === 0 ? {} : { causes })
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts
  if (conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${showManager(first!.manager)}: ${showPath(first!.path)}`
  const managers = [...new Set(conflicts.map((c) => c.manager))].sort()
  const lines = managers.flatMap((manager) => [
    `conflicts with ${showManager(manager)}:`,
    ...conflicts.filter((c) => c.manager === manager).map((c) => `- ${showPath(c.path)}`),
  ])
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}

function showManager(id: string): string {
  const { manager, subresource, operation, apiVersion } = managerOfId(id)
  let text = goQuote(manager ?? '')
  if (subresource !== undefined && subresource !== '') text += ` with subresource ${goQuote(subresource)}`
  return operation === 'Update' ? `${text} using ${apiVersion ?? ''}` : text
}
