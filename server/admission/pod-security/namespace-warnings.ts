// Upstream: k8s.io/pod-security-admission admission/admission.go (EvaluatePodsInNamespace)

import type { Pod } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { ServerContext } from '../../registry/generic/strategy.ts'
import type { CheckedPod } from './check.ts'
import { evaluate, reasonsText } from './evaluate.ts'
import { type LevelVersion, levelVersionText } from './policy.ts'

/** Which pods of a namespace the level that it now enforces would refuse. `checked`: undefined for pods that are exempt. */
export async function warningsOfNamespace(
  namespace: string,
  enforce: LevelVersion,
  server: ServerContext,
  checked: (pod: Pod) => CheckedPod | undefined,
): Promise<string[]> {
  const { records } = await server.storage.list(`/registry/pods/${namespace}/`)
  const pods = new Map<string, string[]>()
  for (const { object } of records) {
    const pod = checked(object as unknown as Pod)
    if (pod === undefined) continue
    const text = reasonsText(evaluate(enforce, pod, server.release.minor))
    if (text !== '') pods.set(text, [...(pods.get(text) ?? []), object.metadata.name ?? ''])
  }
  if (pods.size === 0) return []
  const lines = [...pods].map(([text, names]) => `${podsText(names.sort())}: ${text}`).sort()
  return [
    `existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level ${goQuote(levelVersionText(enforce))}`,
    ...lines,
  ]
}

function podsText([first, ...others]: readonly string[]): string {
  if (others.length === 0) return `${first}`
  return `${first} (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`
}
