// Pods that prose adds beside a Service of its own: "created a Service, added a Pod".
import type { ToldObject } from './compose-object.ts'

interface Made {
  kind: string
  manifest: { spec?: { selector?: object } }
}

const workload = /^(?:deployment|statefulset|daemonset|replicaset|job|cronjob)$/

/**
 * The objects, where Pods without labels of their own have those that the only Service of the document looks for. A document with
 * workloads has its pods elsewhere.
 */
export function behindService(told: readonly ToldObject[], made: readonly Made[]): readonly ToldObject[] {
  const [service, ...others] = made.filter(({ kind }) => kind === 'service')
  const labels = labelsIn(service?.manifest.spec?.selector)
  if (labels === undefined || others.length > 0 || made.some(({ kind }) => workload.test(kind))) return told
  return told.map((object) =>
    object.kind === 'Pod' && object.metadata.labels === undefined
      ? { ...object, metadata: { ...object.metadata, labels } }
      : object,
  )
}

/** A document's own manifest may have anything there. */
function labelsIn(selector: object | undefined): Record<string, string> | undefined {
  const all = Object.entries(selector ?? {})
  const labels = all.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return labels.length === 0 || labels.length < all.length ? undefined : Object.fromEntries(labels)
}
