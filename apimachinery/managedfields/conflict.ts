// Upstream: k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go, sigs.k8s.io/structured-merge-diff merge/conflict.go
import { goQuote } from '../field-error.ts'
import { StatusError } from '../status-error.ts'
import { managerOfId } from './managed.ts'
import { type Path, showPath } from './path-element.ts'

/** A field that another manager owns. `manager` is an identifier. */
export interface Conflict {
  readonly manager: string
  readonly path: Path
}

/** The paths of each manager, in order; the managers in the order of their first conflict. */
function byManager(conflicts: readonly Conflict[]): Map<string, Path[]> {
  const all = new Map<string, Path[]>()
  for (const { manager, path } of conflicts) {
    const known = all.get(manager)
    if (known === undefined) all.set(manager, [path])
    else known.push(path)
  }
  return all
}

/** An apply that would change fields of other managers. */
export class ConflictsError extends Error {
  readonly conflicts: readonly Conflict[]
  constructor(conflicts: readonly Conflict[]) {
    super(conflictMessage(conflicts))
    this.conflicts = conflicts
  }
}

/** The error 409 with one cause for each field that another manager owns. */
export function newApplyConflict(conflicts: readonly Conflict[]): StatusError {
  const causes = [...byManager(conflicts)].flatMap(([manager, paths]) => {
    const message = `conflict with ${showManager(manager)}`
    return paths.map((path) => ({ reason: 'FieldManagerConflict', message, field: showPath(path) }))
  })
  return new StatusError(409, 'Conflict', conflictMessage(conflicts), causes.length === 0 ? {} : { causes })
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts
  if (conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${showManager(first!.manager)}: ${showPath(first!.path)}`
  const managers = [...byManager(conflicts)].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = managers.flatMap(([manager, paths]) => [
    `conflicts with ${showManager(manager)}:`,
    ...paths.map((path) => `- ${showPath(path)}`),
  ])
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}

function showManager(id: string): string {
  const { manager, subresource, operation, apiVersion } = managerOfId(id)
  let text = goQuote(manager ?? '')
  if (subresource !== undefined && subresource !== '') text += ` with subresource ${goQuote(subresource)}`
  return operation === 'Update' ? `${text} using ${apiVersion ?? ''}` : text
}
