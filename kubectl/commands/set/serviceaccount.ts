// Upstream: kubectl/pkg/cmd/set/set_serviceaccount.go
import { KubectlError } from '../../errors.ts'
import { podSpecOf } from '../../resources/pod-template.ts'
import type { Session } from '../../session.ts'
import { refuseLocalServerDryRun, updateObjects } from './update.ts'

/** `kubectl set serviceaccount`: sets the ServiceAccount, the last argument, in pod templates. */
export async function setServiceAccount(session: Session, words: string[]): Promise<number> {
  refuseLocalServerDryRun(session)
  const name = words.at(-1)
  if (name === undefined) throw new KubectlError('serviceaccount is required')
  return updateObjects(session, words.slice(0, -1), {
    operation: 'serviceaccount updated',
    failure: 'failed to patch ServiceAccountName',
    evenWhereSame: true,
    change: (object) => {
      podSpecOf(object).serviceAccountName = name
    },
  })
}
