import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { parseRelease } from '../../component-base/release.ts'
import { diffReleases } from '../../component-base/release-diff.ts'
import { UsageError } from '../usage-error.ts'
import type { Report } from './output.ts'

const kinds = ['gate', 'api', 'field', 'default']

/** The changes from one release to another; `only` limits them to a kind. */
export function showDiff(from: string, to: string, only: string | undefined, plan?: ReleasePlan): Report {
  if (only !== undefined && !kinds.includes(only))
    throw new UsageError(`unknown kind "${only}": one of ${kinds.join(', ')}`)
  const changes = diffReleases(parseRelease(from, plan), parseRelease(to, plan)).filter(
    (c) => only === undefined || c.kind === only,
  )
  const count = (kind: string): string => `${changes.filter((c) => c.kind === kind).length} ${kind}s`
  return {
    header: ['KIND', 'NAME', from, to],
    rows: changes.map((c) => [
      c.kind,
      c.name,
      c.before === '' ? '-' : c.before,
      c.after === '' ? '-' : c.after,
    ]),
    notes: [`changed: ${(only === undefined ? kinds : [only]).map(count).join(', ')}`],
    data: changes,
  }
}
