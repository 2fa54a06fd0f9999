// Upstream: pkg/kubelet/status/generate.go
import { gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Pod, PodCondition } from './pod.ts'
import { isReady, type PodContainer } from './pod-containers.ts'

type Told = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>

/** The condition about the pod's network. From 1.25 to 1.27 the condition and its gate had another name. */
export function networkCondition({ gates }: KubeletOptions, sandbox: boolean): Told[] {
  const status = sandbox ? 'True' : 'False'
  if (gateEnabled(gates, 'PodReadyToStartContainersCondition'))
    return [{ type: 'PodReadyToStartContainers', status }]
  return gateEnabled(gates, 'PodHasNetworkCondition') ? [{ type: 'PodHasNetwork', status }] : []
}

/** The conditions Initialized, Ready, ContainersReady and PodScheduled. */
export function ownConditions(pod: Pod, containers: readonly PodContainer[], phase: string): Told[] {
  const containersReady = readiness(containers, phase)
  return [
    { type: 'Initialized', ...initialized(containers, phase) },
    { type: 'Ready', ...(containersReady.status === 'True' ? gatesReady(pod) : containersReady) },
    { type: 'ContainersReady', ...containersReady },
    { type: 'PodScheduled', status: 'True' },
  ]
}

const names = (containers: readonly PodContainer[]): string =>
  `[${containers.map(({ spec }) => spec.name).join(' ')}]`

function initialized(containers: readonly PodContainer[], phase: string): Omit<Told, 'type'> {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' }
  const begun = containers.some(
    ({ kind, state, lastState }) =>
      kind === 'main' && (state.waiting === undefined || lastState.terminated !== undefined),
  )
  const incomplete = containers.filter(
    (c) => (c.kind === 'init' && !isReady(c)) || (c.kind === 'sidecar' && !c.state.running),
  )
  if (begun || incomplete.length === 0) return { status: 'True' }
  return {
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: ${names(incomplete)}`,
  }
}

function readiness(containers: readonly PodContainer[], phase: string): Omit<Told, 'type'> {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' }
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' }
  const unready = containers.filter((c) => (c.kind === 'main' || c.kind === 'sidecar') && !isReady(c))
  if (unready.length === 0) return { status: 'True' }
  return {
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: ${names(unready)}`,
  }
}

function gatesReady({ spec, status }: Pod): Omit<Told, 'type'> {
  const messages = (spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = status.conditions?.find(({ type }) => type === conditionType)
    if (condition === undefined)
      return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`]
    return condition.status === 'True'
      ? []
      : [`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`]
  })
  return messages.length === 0
    ? { status: 'True' }
    : { status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') }
}
