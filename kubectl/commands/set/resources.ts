// Upstream: kubectl/pkg/cmd/set/set_resources.go
import { KubectlError } from '../../errors.ts'
import { podSpecOf } from '../../resources/pod-template.ts'
import type { Session } from '../../session.ts'
import { resourceList } from '../resource-list.ts'
import { selectContainers } from './containers.ts'
import { refuseChange, refuseLocalServerDryRun, updateObjects } from './update.ts'

/** A quantity of 0 takes the entry away. */
function merged(
  old: Record<string, string> | undefined,
  change: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([key]) => change[key] !== '0'))
}

/** `kubectl set resources`: sets limits and requests of the containers that match --containers. */
export async function setResources(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  refuseLocalServerDryRun(session)
  if (flags.bool('all') && flags.string('selector') !== '')
    throw new KubectlError('cannot set --all and --selector at the same time')
  if (flags.string('limits') === '' && flags.string('requests') === '')
    return refuseChange(
      session,
      words,
      'you must specify an update to requests or limits (in the form of --requests/--limits)',
    )
  const [limits, requests] = [resourceList(flags.string('limits')), resourceList(flags.string('requests'))]
  const pattern = flags.string('containers', '*')
  return updateObjects(session, words, {
    operation: 'resource requirements updated',
    failure: 'failed to patch resources update to pod template',
    change: (object) => {
      const found = selectContainers(podSpecOf(object), pattern)
      if (found.length === 0) throw new KubectlError(`error: unable to find container named ${pattern}`)
      for (const container of found) {
        const { resources = {} } = container
        if (Object.keys(limits).length > 0) resources.limits = merged(resources.limits, limits)
        if (Object.keys(requests).length > 0) resources.requests = merged(resources.requests, requests)
        container.resources = resources
      }
    },
  })
}
