import type { ChangedComponent } from '../prose-changes.ts'
import type { Edit } from './edits.ts'

export interface ClusterChange {
  edits: readonly Edit[]
  /** Empty: all that run. */
  components: readonly ChangedComponent[]
}

/** In words, for reports: `PodIndexLabel=false in kube-apiserver, kubelet`. */
export function describeChange({ edits, components }: ClusterChange): string {
  const what = edits.map((edit) => {
    if (edit.kind === 'release') return `v${edit.release}`
    if (edit.kind === 'flag') return `--${edit.flag}=${edit.value}`
    return edit.value === undefined ? `${edit.gate} not set` : `${edit.gate}=${edit.value}`
  })
  return `${what.join(', ')} in ${components.length === 0 ? 'all components' : components.join(', ')}`
}

export const concerns = (change: ClusterChange, component: ChangedComponent): boolean =>
  change.components.length === 0 || change.components.includes(component)
