// Upstream: kubectl/pkg/cmd/run/run.go (handleAttachPod, waitForPod)
import type { KubeObject } from '../../apimachinery/json.ts'
import { KubectlError, NotSimulatedError, SilentExit } from '../errors.ts'
import { getObject, type Target } from '../resources/builder.ts'
import type { Session } from '../session.ts'
import { attachTo } from './exec.ts'
import { printLogOf } from './logs.ts'

const firstInterval = 50
const longestInterval = 500

interface PodState {
  phase?: string
  conditions?: { type: string; status: string }[]
  containerStatuses?: { state?: { terminated?: { exitCode: number; reason?: string; message?: string } } }[]
}
const stateOf = (pod: KubeObject): PodState => (pod['status'] ?? {}) as PodState
const isCompleted = (pod: KubeObject): boolean => ['Succeeded', 'Failed'].includes(stateOf(pod).phase ?? '')
const isReady = (pod: KubeObject): boolean =>
  stateOf(pod).phase === 'Running' &&
  (stateOf(pod).conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/**
 * Joins the program of a pod that was just made, or prints what it has written where it has ended already.
 * @throws SilentExit with the program's exit code, where it is not started anew
 */
export async function attachToNew(session: Session, target: Target): Promise<void> {
  const { host, flags } = session
  const pod = await until(session, target, (one) => isCompleted(one) || isReady(one))
  if (isCompleted(pod)) await printLogOf(session, pod)
  else
    await attachTo(session, pod, '').catch(async (error: Error) => {
      if (error instanceof NotSimulatedError) throw error
      // A program that has ended since has only its log.
      if (!isCompleted(await getObject(session, target)))
        host.stderr(
          `warning: couldn't attach to pod/${pod.metadata.name}, falling back to streaming logs: ${error.message}\n`,
        )
      await printLogOf(session, pod)
    })
  const restart = (pod['spec'] as { restartPolicy?: string }).restartPolicy ?? 'Always'
  if (flags.bool('leave-stdin-open') || restart === 'Always') return
  const never = restart === 'Never'
  const ended = await until(session, target, (one) =>
    never ? isCompleted(one) : stateOf(one).phase === 'Succeeded',
  )
  tellFailure(ended)
}

function tellFailure(pod: KubeObject): void {
  if (stateOf(pod).phase === 'Succeeded') return
  const { namespace, name } = pod.metadata
  const ended = stateOf(pod).containerStatuses?.[0]?.state?.terminated
  if (ended === undefined || ended.exitCode === 0)
    throw new KubectlError(`pod ${namespace}/${name} failed with unknown exit code`)
  throw new SilentExit(
    ended.exitCode,
    `pod ${namespace}/${name} terminated (${ended.reason ?? ''})\n${ended.message ?? ''}\n`,
  )
}

/** The pod once it is so. Throws where that takes longer than --pod-running-timeout. */
async function until(
  session: Session,
  target: Target,
  is: (pod: KubeObject) => boolean,
): Promise<KubeObject> {
  const timeout = session.flags.duration('pod-running-timeout', 60_000)
  for (let waited = 0; ; ) {
    const pod = await getObject(session, target)
    if (is(pod)) return pod
    if (waited >= timeout) throw new KubectlError('timed out waiting for the condition')
    const interval = Math.min(longestInterval, Math.max(firstInterval, waited / 10))
    await session.host.sleep(interval)
    waited += interval
  }
}
