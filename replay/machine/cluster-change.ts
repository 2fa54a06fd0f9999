import type { CommandResult } from './command-result.ts'
import type { DoneEdits, Edit } from './edits.ts'

/** A component whose flags, gates or release a document can change. */
export type ChangedComponent =
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kube-scheduler'
  | 'kubelet'
  | 'kube-proxy'

/** Components that are one program here: a change of either starts both again. */
export const controllerComponents = ['kube-controller-manager', 'kube-scheduler'] as const

/** Of kubelets and kube-proxies: those of all nodes, of the workers, of the control plane, or of one. */
export type NodeChoice = 'all' | 'workers' | 'control-plane' | { name: string }

/** Edits of components, which then start again. */
export interface ClusterChange {
  /** None: the components start again as they are. */
  edits: readonly Edit[]
  /** Empty: all that run. */
  components: readonly ChangedComponent[]
  /** Default: all. */
  nodes?: NodeChoice
  /** They end, and start with the next change of them. */
  stop?: true
}

/** A change that was not made, or a component that does not start with it. */
export interface ChangeFailure extends CommandResult {
  /** What was asked for that the components do not have: nothing of that was done. No component failed then. */
  notDone?: string
}

const editText = (edit: Edit): string => {
  switch (edit.kind) {
    case 'release':
      return `v${edit.release}`
    case 'flag':
      return edit.value === undefined ? `--${edit.flag}` : `--${edit.flag}=${edit.value}`
    case 'flag-removed':
      return `without --${edit.flag}${edit.value === undefined ? '' : `=${edit.value}`}`
    case 'api':
      return `${edit.api} ${edit.on ? 'served' : 'not served'}`
    case 'field':
      return edit.value === undefined
        ? `${edit.field} not set`
        : `${edit.field}: ${JSON.stringify(edit.value)}`
    case 'gate':
      return edit.value === undefined ? `${edit.gate} not set` : `${edit.gate}=${edit.value}`
  }
}

/** In words, for reports: `PodIndexLabel=false in kube-apiserver, kubelet`. */
export function describeChange({ edits, components, nodes = 'all', stop }: ClusterChange): string {
  const where = components.length === 0 ? 'all components' : components.join(', ')
  const on =
    nodes === 'all'
      ? ''
      : typeof nodes === 'object'
        ? ` on ${nodes.name}`
        : ` on the ${nodes === 'workers' ? 'workers' : 'control plane'}`
  if (stop === true) return `stop ${where}${on}`
  return edits.length === 0 ? `restart ${where}${on}` : `${edits.map(editText).join(', ')} in ${where}${on}`
}

/** Whether a change is meant for a component; one that names none is for all. */
export const concerns = (change: ClusterChange, component: ChangedComponent): boolean =>
  change.components.length === 0 || change.components.includes(component)

/** @param role undefined for the only node there is */
export function concernsNode(
  { nodes = 'all' }: ClusterChange,
  name: string,
  role: 'control-plane' | 'worker' | undefined,
): boolean {
  if (nodes === 'all' || role === undefined) return true
  if (typeof nodes === 'object') return nodes.name === name
  return (nodes === 'workers') === (role === 'worker')
}

/**
 * The reason why edits were not made; undefined where each found the setting that it changes.
 * @param place in words; default: the components
 */
export function notDone(
  { edits, components }: ClusterChange,
  done: DoneEdits,
  place = components.length === 0 ? 'any component' : components.join(' or '),
): ChangeFailure | undefined {
  const missed = edits.filter((edit) => !done.has(edit))
  if (missed.length === 0) return undefined
  const text = `${missed.map(missedText).join(', ')} in ${place}`
  return { stdout: '', stderr: `${text}\n`, exitCode: 1, notDone: text }
}

function missedText(edit: Edit): string {
  if (edit.kind === 'flag-removed')
    return `--${edit.flag}${edit.value === undefined ? '' : `=${edit.value}`} is not set`
  if (edit.kind === 'gate' && edit.value === undefined)
    return `${edit.gate}${edit.was === undefined ? '' : `=${edit.was}`} is not set`
  if (edit.kind === 'field' && edit.value === undefined) return `${edit.field} is not set`
  return `${editText(edit)} has no place`
}
