// Upstream: staging/src/k8s.io/component-helpers/node/util/status.go (PatchNodeStatus)
import type { JsonObject } from '../../apimachinery/json.ts'
import { createTwoWayMergePatch } from '../../apimachinery/patch/create-two-way-patch.ts'
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import type { KubeletOptions } from '../kubelet-options.ts'
import type { Node } from './node.ts'

const nodeType = 'io.k8s.api.core.v1.Node'

/** Patches the status subresource with the difference, as a strategic merge patch. @param query `?timeout=10s` or empty */
export async function patchNodeStatus(
  options: KubeletOptions,
  old: Node,
  next: Node,
  query = '?timeout=10s',
): Promise<Node> {
  const lookup = schemeOf(options.release)
  const patch = createTwoWayMergePatch(
    old as unknown as JsonObject,
    next as unknown as JsonObject,
    nodeType,
    lookup,
  )
  // Addresses have a merge key that is not unique (type): the list is replaced whole when it differs.
  const status = patch['status'] as JsonObject | undefined
  if (status?.['addresses'] !== undefined && old.status.addresses !== undefined) {
    status['addresses'] = [
      ...next.status.addresses!.map((a): JsonObject => ({ ...a })),
      { $patch: 'replace' },
    ]
    delete status['$setElementOrder/addresses']
  }
  return options.client.json<Node>({
    method: 'PATCH',
    path: `/api/v1/nodes/${options.nodeName}/status${query}`,
    body: patch,
    shared: true,
  })
}
