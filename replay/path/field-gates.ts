// Which gates guard a field. Nothing is listed: the component's own rules are run with a gate as it is and the other way, and
// a field that comes out different is guarded by that gate.

import { errorText } from '../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../apimachinery/json.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { seededRandom } from '../../component-base/random.ts'
import { parseRelease, type Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { defaultSettings, simulatedMachine } from '../../kubelet-sim/kubelet-options.ts'
import type { Node } from '../../kubelet-sim/node-status/node.ts'
import { withStatus } from '../../kubelet-sim/node-status/setters.ts'
import { type ResourceRules, rulesOf } from '../../server/registry/generic/resource-row.ts'
import type { RequestContext, ServerContext } from '../../server/registry/generic/strategy.ts'
import { resourceRow } from '../../server/registry/index.ts'
import { createMemoryStorage } from '../../server/storage/memory.ts'
import { deleteField, fieldValue } from './field-value.ts'
import type { Seen } from './snapshot.ts'

export interface Guard {
  component: 'kube-apiserver' | 'kubelet'
  gate: string
  /** As it is in the component. */
  value: boolean
}

/** The releases that components have, and the gates that all of them are given. */
export interface Running {
  apiserver: string
  kubelet: string
  gates: Readonly<Record<string, boolean>>
}

/** The gates that decide about `field` of an object; empty where none does. */
export function guardsOf(seen: Seen, field: string, running: Running): Guard[] {
  const server = parseRelease(running.apiserver)
  const asked = guardsIn(gatesOf(server, 'kube-apiserver', running), (gates) =>
    byStrategy(seen, field, server, gates),
  )
  const guards = asked.map((guard): Guard => ({ component: 'kube-apiserver', ...guard }))
  if (seen.object.kind !== 'Node') return guards
  const kubelet = parseRelease(running.kubelet)
  const reported = guardsIn(gatesOf(kubelet, 'kubelet', running), (gates) =>
    byKubelet(seen.object, field, kubelet, gates),
  )
  return [...guards, ...reported.map((guard): Guard => ({ component: 'kubelet', ...guard }))]
}

function gatesOf(release: Release, component: string, { gates }: Running): FeatureGateReader {
  const all = newComponentGates(release, component)
  all.set(
    Object.entries(gates)
      .map(([gate, value]) => `${gate}=${value}`)
      .join(','),
  )
  return all
}

/** A reader that notes what is asked, and answers the other way for one gate. */
class TurnedGates implements FeatureGateReader {
  readonly asked = new Set<string>()
  private readonly gates: FeatureGateReader
  private readonly turned: string | undefined

  constructor(gates: FeatureGateReader, turned?: string) {
    this.gates = gates
    this.turned = turned
  }
  enabled(gate: string): boolean {
    this.asked.add(gate)
    return this.gates.enabled(gate) !== (gate === this.turned)
  }
  known(gate: string): boolean {
    return this.gates.known(gate)
  }
  unregistered(gate: string): boolean {
    return this.gates.unregistered(gate)
  }
}

/** Gates that change what `run` says. */
function guardsIn(
  gates: FeatureGateReader,
  run: (gates: FeatureGateReader) => unknown,
): { gate: string; value: boolean }[] {
  const asIs = new TurnedGates(gates)
  const usual = JSON.stringify(run(asIs))
  return [...asIs.asked]
    .filter((gate) => JSON.stringify(run(new TurnedGates(gates, gate))) !== usual)
    .map((gate) => ({ gate, value: gates.enabled(gate) }))
}

/** What becomes of the field when the object is created, when it is given to one without it, and when it is left out. */
function byStrategy(seen: Seen, field: string, release: Release, gates: FeatureGateReader): unknown {
  const { group, resource } = seen
  const row = resourceRow(group, resource)
  if (row.rules === undefined) return undefined
  const { metadata } = seen.object
  const rules = rulesOf(row, {
    namespaced: metadata.namespace !== undefined,
    hasStatus: 'status' in seen.object,
  })
  const ctx = requestFor(seen, serverOf(release, gates))
  const without = copyWithout(seen.object, field)
  return [
    created(rules, ctx, deepCopy(seen.object), field),
    created(rules, ctx, deepCopy(without), field),
    updated(rules, ctx, deepCopy(seen.object), without, field),
  ]
}

function created(
  { strategy }: ResourceRules,
  ctx: RequestContext,
  object: KubeObject,
  field: string,
): unknown {
  strategy.setDefaults?.(object, ctx.server)
  strategy.prepareForCreate?.(ctx, object)
  const errors = strategy.validate?.(ctx, object) ?? []
  return [fieldValue(object, field), errors.filter((error) => error.field.startsWith(field)).map(errorText)]
}

/** The status is written through its own subresource. */
function updated(
  { strategy, subresources }: ResourceRules,
  ctx: RequestContext,
  object: KubeObject,
  old: KubeObject,
  field: string,
): unknown {
  const own = field.startsWith('status') ? (subresources?.['status'] ?? strategy) : strategy
  own.prepareForUpdate?.(ctx, object, old)
  return fieldValue(object, field)
}

function byKubelet(object: KubeObject, field: string, release: Release, gates: FeatureGateReader): unknown {
  const options = {
    nodeName: object.metadata.name ?? '',
    version: release.text,
    gates,
    settings: defaultSettings,
    machine: simulatedMachine(seededRandom(0)),
    clock: new FakeClock(),
  }
  // Of a field that a kubelet leaves alone the value from before stays.
  return [deepCopy(object), copyWithout(object, field)].map((node) => {
    const reported = withStatus(node as unknown as Node, options, { csiNodeReady: true, images: [] })
    return fieldValue(reported as unknown as KubeObject, field)
  })
}

function copyWithout(object: KubeObject, field: string): KubeObject {
  const copy = deepCopy(object)
  deleteField(copy, field)
  return copy
}

/** A server that only applies its rules: nothing is stored, and no time passes. */
function serverOf(release: Release, gates: FeatureGateReader): ServerContext {
  return {
    minor: release.minor,
    gates,
    clock: new FakeClock(),
    random: seededRandom(0),
    storage: createMemoryStorage({ writtenBy: release.facts }),
    serviceCIDRs: ['10.0.0.0/24'],
    nodePortRange: { from: 30000, to: 32767 },
    allowPrivileged: true,
  }
}

function requestFor({ group, version, resource, object }: Seen, server: ServerContext): RequestContext {
  const { namespace = '', name = '' } = object.metadata
  const user = { name: 'admin', groups: ['system:masters'] }
  return { server, user, group, version, resource, subresource: '', namespace, name, dryRun: true }
}
