// Upstream: kubectl/pkg/cmd/set/set_selector.go
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { refuseLocalServerDryRun, updateObjects } from './update.ts'

/** `kubectl set selector`: replaces the selector of Services. */
export async function setSelector(session: Session, words: string[]): Promise<number> {
  refuseLocalServerDryRun(session)
  const expressions = words.filter((word) => word.includes('='))
  const [expression] = expressions
  if (expression === undefined) throw new KubectlError('one selector is required')
  const selector = Object.fromEntries(
    expression.split(',').map((pair) => pair.split(/={1,2}/, 2) as [string, string]),
  )
  return updateObjects(
    session,
    words.filter((word) => !expressions.includes(word)),
    {
      operation: 'selector updated',
      failure: '',
      change: (object) => {
        if (object.kind !== 'Service')
          throw new KubectlError('setting a selector is only supported for Services')
        object['spec'] = { ...(object['spec'] as object), selector }
      },
    },
  )
}
