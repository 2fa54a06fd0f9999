// Upstream: plugin/pkg/admission/podnodeselector/admission.go

import type { Pod } from '../../api/core-v1.ts'
import { goQuote } from '../../apimachinery/field-error.ts'
import { getOwn } from '../../apimachinery/json.ts'
import { newForbidden, type StatusError } from '../../apimachinery/status-error.ts'
import { isQualifiedName, isValidLabelValue } from '../../apimachinery/validation/label-names.ts'
import type { ServerContext } from '../registry/generic/strategy.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { namespaceMissing, plainError } from './forbid.ts'
import { podOf } from './pod-request.ts'

type Labels = ReadonlyMap<string, string>
/** `clusterDefaultNodeSelector`, and for each namespace what its pods may select: texts as `a=1,b=2`. */
export type NodeSelectors = Readonly<Record<string, string>>

const annotation = 'scheduler.alpha.kubernetes.io/node-selector'

/** Pods run on the nodes that their namespace names, and select others only where they may. */
export function podNodeSelector(server: ServerContext, selectors: NodeSelectors): AdmissionPlugin {
  return {
    name: 'PodNodeSelector',
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const merged = await mergedLabels(server, selectors, attributes, pod)
      if (merged.size > 0) pod.spec = { ...pod.spec, nodeSelector: Object.fromEntries(merged) }
    },
    async validate(attributes) {
      const pod = podOf(attributes)
      if (pod !== undefined) await mergedLabels(server, selectors, attributes, pod)
    },
  }
}

/** The node selector of the pod merged with its namespace's. Throws 403 where they conflict or it is not allowed. */
async function mergedLabels(
  server: ServerContext,
  selectors: NodeSelectors,
  { request }: AdmissionAttributes,
  pod: Pod,
): Promise<Labels> {
  const refuse = (why: string): StatusError =>
    newForbidden({ group: '', resource: 'pods' }, pod.metadata?.name ?? '', `pod node label selector ${why}`)
  const wanted = await selectorOf(server, request.namespace, selectors)
  const own = new Map(Object.entries(pod.spec?.nodeSelector ?? {}))
  if ([...wanted].some(([key, value]) => own.has(key) && own.get(key) !== value))
    throw refuse('conflicts with its namespace node label selector')
  const merged = new Map([...wanted, ...own])
  const allowed = parseSelector(getOwn(selectors, request.namespace) ?? '', server.release.minor)
  if (allowed.size > 0 && ![...merged].every(([key, value]) => allowed.get(key) === value))
    throw refuse('labels conflict with its namespace whitelist')
  return merged
}

async function selectorOf(
  { storage, release: { minor } }: ServerContext,
  name: string,
  selectors: NodeSelectors,
): Promise<Labels> {
  const record = await knownOrNewest(storage, `/registry/namespaces/${name}`)
  if (record === undefined) throw namespaceMissing(name)
  const own = getOwn(record.object.metadata.annotations ?? {}, annotation)
  return parseSelector(own ?? getOwn(selectors, 'clusterDefaultNodeSelector') ?? '', minor)
}

/** `a=1,b=2`. Upstream: labels.ConvertSelectorToLabelsMap. */
function parseSelector(text: string, minor: number): Labels {
  if (text === '') return new Map()
  return new Map(
    text.split(',').map((pair): [string, string] => {
      const parts = pair.split('=')
      if (parts.length !== 2) throw plainError(`invalid selector: [${parts.join(' ')}]`)
      const [key, value] = parts.map((part) => part.trim()) as [string, string]
      const wrongKey = isQualifiedName(key, minor)
      if (wrongKey.length > 0)
        throw plainError(`<nil>: Invalid value: ${goQuote(key)}: ${wrongKey.join('; ')}`)
      const wrongValue = isValidLabelValue(value, minor)
      if (wrongValue.length > 0)
        throw plainError(`[${key}]: Invalid value: ${goQuote(value)}: ${wrongValue.join('; ')}`)
      return [key, value]
    }),
  )
}
