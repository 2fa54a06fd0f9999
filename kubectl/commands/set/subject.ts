// Upstream: kubectl/pkg/cmd/set/set_subject.go
import { semanticEqual } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import { refuseChange, refuseLocalServerDryRun, updateObjects } from './update.ts'

/** `kubectl set subject`: adds users, groups and ServiceAccounts to role bindings that lack them. */
export async function setSubject(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  refuseLocalServerDryRun(session)
  const [users, groups, accounts] = [
    flags.strings('user'),
    flags.strings('group'),
    flags.strings('serviceaccount'),
  ]
  if (users.length + groups.length + accounts.length === 0)
    return refuseChange(
      session,
      words,
      'you must specify at least one value of user, group or serviceaccount',
    )
  const apiGroup = 'rbac.authorization.k8s.io'
  const subjects = [
    ...users.map((name) => ({ apiGroup, kind: 'User', name })),
    ...groups.map((name) => ({ apiGroup, kind: 'Group', name })),
    ...accounts.map((text) => {
      const parts = text.split(':')
      if (parts.length !== 2 || parts[1] === '')
        throw new KubectlError('serviceaccount must be <namespace>:<name>')
      return { kind: 'ServiceAccount', name: parts[1], namespace: parts[0] }
    }),
  ]
  return updateObjects(session, words, {
    operation: 'subjects updated',
    failure: 'failed to patch subjects to rolebinding:',
    change: (object) => {
      if (object.kind !== 'RoleBinding' && object.kind !== 'ClusterRoleBinding')
        throw new KubectlError('setting subjects is only supported for RoleBinding/ClusterRoleBinding')
      const old = (object['subjects'] ?? []) as object[]
      object['subjects'] = [...old, ...subjects.filter((s) => !old.some((o) => semanticEqual(o, s)))]
    },
  })
}
