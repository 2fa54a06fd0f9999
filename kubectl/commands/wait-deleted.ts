// Waiting until an object is gone.
// Upstream: kubectl/pkg/cmd/wait/delete.go
import type { KubeObject } from '../../apimachinery/json.ts'
import { isNotFound, KubectlError } from '../errors.ts'
import { getObject, type Target } from '../resources/builder.ts'
import type { Session } from '../session.ts'

const week = 168 * 3600_000
const firstInterval = 50
const longestInterval = 500
/** Pods of what is deleted with all that belongs to it have their grace periods. */
const dependentsMs = 45_000

/**
 * Resolves when no object of that name and uid exists any more. Rejects where one still does after the timeout.
 * @param timeout milliseconds; 0: a week, or until the host ends waits
 */
export async function waitDeleted(
  session: Session,
  target: Target,
  uid: string | undefined,
  timeout: number,
): Promise<void> {
  if (await isGone(session, target, uid, timeout)) return
  throw new KubectlError(`timed out waiting for the condition on ${target.resource.name}/${target.name}`)
}

/** Whether the object goes in time, as {@link waitDeleted}; one that `skips` names counts as gone. Rejects where it cannot be read. */
export async function isGone(
  session: Session,
  target: Target,
  uid: string | undefined,
  timeout: number,
  skips: (live: KubeObject) => boolean = () => false,
): Promise<boolean> {
  const { host } = session
  // A failed pod of a Job stays for ten seconds and more: until its replacement is there.
  const patience = host.watchQuietMs === undefined ? week : host.watchQuietMs * 30
  let longer = 0
  for (let waited = 0, interval = firstInterval; ; waited += interval) {
    interval = Math.min(longestInterval, Math.max(firstInterval, waited / 20))
    try {
      const live = await getObject(session, target)
      if ((uid !== undefined && live.metadata.uid !== uid) || skips(live)) return true
      longer = lifeOf(live)
    } catch (error) {
      if (isNotFound(error)) return true
      throw error
    }
    if (waited >= (timeout > 0 ? timeout : patience + longer) || host.signal?.aborted === true) return false
    await host.sleep(interval)
  }
}

/** How long something that is being deleted may still be there, in milliseconds. */
function lifeOf({ kind, metadata }: KubeObject): number {
  const waits = kind === 'Namespace' || metadata.finalizers?.includes('foregroundDeletion') === true
  return (metadata.deletionGracePeriodSeconds ?? 0) * 1000 + (waits ? dependentsMs : 0)
}
