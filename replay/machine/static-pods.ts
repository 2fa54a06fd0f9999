import type { Pod } from '../../api/core-v1.ts'
import { parseDocument } from '../../component-base/yaml.ts'

/** A static pod's program, as the manifest's first container runs it. */
export interface StaticPod {
  /** Of the image's tag, as `1.30.0`; undefined where that is no release. */
  tag: string | undefined
  /** The command line after the program. */
  args: string[]
}

/** Reads a manifest of /etc/kubernetes/manifests. */
export function readStaticPod(text: string): { pod: StaticPod } | { error: string } {
  const document = parseDocument(text)
  const [problem] = document.errors
  if (problem !== undefined) return { error: problem.message.split('\n')[0]! }
  const container = (document.toJS() as Pod | null)?.spec?.containers?.[0]
  if (container === undefined) return { error: 'invalid pod: spec.containers: Required value' }
  const tag = /:v?(\d+\.\d+\.\d+)/.exec(container.image ?? '')?.[1]
  const [, ...command] = container.command ?? []
  return { pod: { tag, args: [...command, ...(container.args ?? [])].map(String) } }
}
