// Which gates guard a field. Nothing is listed: the component's own rules are run with a gate as it is and the other way, and
// a field that comes out different is guarded by that gate.

import { errorText } from '../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../apimachinery/json.ts'
import { FakeClock } from '../../component-base/clock.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { planExtension, type ReleasePlan } from '../../component-base/plan-extension.ts'
import { seededRandom } from '../../component-base/random.ts'
import { parseRelease, type Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { configForm, emptyConfig } from '../../kube-proxy-sim/options/config-form.ts'
import { proxyConfigOf } from '../../kube-proxy-sim/rules/from-configuration.ts'
import type { Service } from '../../kube-proxy-sim/rules/model/objects.ts'
import { servicePorts } from '../../kube-proxy-sim/rules/model/service-port.ts'
import { defaultSettings, simulatedMachine } from '../../kubelet-sim/kubelet-options.ts'
import type { Node } from '../../kubelet-sim/node-status/node.ts'
import { withStatus } from '../../kubelet-sim/node-status/setters.ts'
import { objectErrors } from '../../server/registry/generic/planned-rules.ts'
import { type ResourceRules, rulesOf } from '../../server/registry/generic/resource-row.ts'
import type { RequestContext, ServerContext } from '../../server/registry/generic/strategy.ts'
import { resourceRow } from '../../server/registry/resource-rows.ts'
import { createMemoryStorage } from '../../server/storage/memory.ts'
import { deleteField, fieldValue } from './field-value.ts'
import type { Seen } from './snapshot.ts'

type GatedProgram = 'kube-apiserver' | 'kubelet' | 'kube-proxy'

/** A gate that decides about a field, with its value in a component. */
export interface Guard {
  component: GatedProgram
  gate: string
  /** As it is in the component. */
  value: boolean
  /** Whether with it turned the field is taken where it was not, or gone where it was there: more than another value of it. */
  decides: boolean
}

/** The releases that components have, and the gates that all of them are given. */
export interface Running {
  apiserver: string
  kubelet: string
  gates: Readonly<Record<string, boolean>>
}

/** A component with the gates that it has. */
export interface Gated {
  release: Release
  gates: FeatureGateReader
}

/** The gates that decide about `field` of an object; empty where none does. */
export function guardsOf(seen: Seen, field: string, running: Running, plan?: ReleasePlan): Guard[] {
  const { apiserver, kubelet, gates } = running
  return guardsAmong(seen, field, {
    'kube-apiserver': gatedAs(apiserver, 'kube-apiserver', gates, plan),
    kubelet: gatedAs(kubelet, 'kubelet', gates, plan),
  })
}

/** As {@link guardsOf}, by the gates of components that run. */
export function guardsAmong(
  seen: Seen,
  field: string,
  components: Readonly<Partial<Record<GatedProgram, Gated>>>,
): Guard[] {
  const { object } = seen
  const rules: Readonly<Record<GatedProgram, Rules>> = {
    'kube-apiserver': (release, gates) => byStrategy(seen, field, release, gates),
    kubelet: (release, gates) =>
      object.kind === 'Node' ? byKubelet(object, field, release, gates) : undefined,
    'kube-proxy': (release, gates) =>
      object.kind === 'Service' ? byKubeProxy(object, field, release, gates) : undefined,
  }
  return (Object.keys(rules) as GatedProgram[]).flatMap((component) => {
    const gated = components[component]
    if (gated === undefined) return []
    const found = guardsIn(gated.gates, (gates) => rules[component](gated.release, gates))
    return found.map((guard): Guard => ({ component, ...guard }))
  })
}

/** What a component makes of a field with its gates as they are; undefined: the field is not its concern. */
type Rules = (release: Release, gates: FeatureGateReader) => Answer | undefined

interface Answer {
  /** The object has the field afterwards, and it is not refused. */
  taken: boolean
  /** All that is compared. */
  all: unknown
}

/** A component of a release with gates that are set. */
export function gatedAs(text: string, component: string, gates: Running['gates'], plan?: ReleasePlan): Gated {
  const release = parseRelease(text, plan)
  const all = newComponentGates(release, component)
  all.set(
    Object.entries(gates)
      .map(([gate, value]) => `${gate}=${value}`)
      .join(','),
  )
  return { release, gates: all }
}

/** A reader that notes what is asked, and answers the other way for one gate. */
export class TurnedGates implements FeatureGateReader {
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
  run: (gates: FeatureGateReader) => Answer | undefined,
): Omit<Guard, 'component'>[] {
  const asIs = new TurnedGates(gates)
  const usual = run(asIs)
  const text = JSON.stringify(usual?.all)
  return [...asIs.asked].flatMap((gate) => {
    const turned = run(new TurnedGates(gates, gate))
    if (JSON.stringify(turned?.all) === text) return []
    return [{ gate, value: gates.enabled(gate), decides: turned?.taken !== usual?.taken }]
  })
}

/** What becomes of the field when the object is created, when it is given to one without it, and when it is left out. */
function byStrategy(
  seen: Seen,
  field: string,
  release: Release,
  gates: FeatureGateReader,
): Answer | undefined {
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
  const made = created(rules, ctx, deepCopy(seen.object), field)
  return {
    taken: isThere(made.value) && made.errors.length === 0,
    all: [
      made,
      created(rules, ctx, deepCopy(without), field),
      updated(rules, ctx, deepCopy(seen.object), without, field),
    ],
  }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function created(
  { strategy }: ResourceRules,
  ctx: RequestContext,
  object: KubeObject,
  field: string,
): { value: unknown; errors: string[] } {
  const { extension } = ctx.server
  strategy.setDefaults?.(object, ctx.server)
  extension?.setDefaults(object)
  strategy.prepareForCreate?.(ctx, object)
  extension?.dropDisabled(object, undefined)
  const errors = objectErrors(strategy, ctx, object)
  return {
    value: fieldValue(object, field),
    errors: errors.filter((error) => error.field.startsWith(field)).map(errorText),
  }
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
  ctx.server.extension?.dropDisabled(object, old)
  return fieldValue(object, field)
}

function byKubelet(object: KubeObject, field: string, release: Release, gates: FeatureGateReader): Answer {
  const options = {
    nodeName: object.metadata.name ?? '',
    release,
    gates,
    settings: defaultSettings,
    machine: simulatedMachine(seededRandom(0)),
    clock: new FakeClock(),
  }
  // Of a field that a kubelet leaves alone the value from before stays.
  const all = [deepCopy(object), copyWithout(object, field)].map((node) => {
    const reported = withStatus(node as unknown as Node, options, { csiNodeReady: true, images: [] })
    return fieldValue(reported as unknown as KubeObject, field)
  })
  return { taken: isThere(all[0]), all }
}

/** The ports that it serves of a service, with the field and without. */
function byKubeProxy(object: KubeObject, field: string, release: Release, gates: FeatureGateReader): Answer {
  const configuration = configForm(emptyConfig(release), release, 'v1alpha1').effective()
  const config = proxyConfigOf({ config: configuration, gates, minor: release.minor, nodeName: '' })
  const all = [object, copyWithout(object, field)].map((service) => {
    const { metadata, spec } = service as unknown as Service
    const served = { metadata, spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }], ...spec } }
    return servicePorts(served, 'IPv4', config)
  })
  // It programs what it is given, and writes no field.
  return { taken: true, all }
}

function copyWithout(object: KubeObject, field: string): KubeObject {
  const copy = deepCopy(object)
  deleteField(copy, field)
  return copy
}

/** A server that only applies its rules: nothing is stored, and no time passes. */
export function serverOf(release: Release, gates: FeatureGateReader): ServerContext {
  return {
    release,
    gates,
    extension: planExtension(release, 'kube-apiserver', gates),
    clock: new FakeClock(),
    random: seededRandom(0),
    storage: createMemoryStorage({ writtenBy: release.facts }),
    metrics: new RecordedRegistry(release.minor),
    serviceCIDRs: ['10.0.0.0/24'],
    nodePortRange: { from: 30000, to: 32767 },
    allowPrivileged: true,
  }
}

/** What a request of an administrator about an object would bring. */
export function requestFor(
  { group, version, resource, object }: Seen,
  server: ServerContext,
): RequestContext {
  const { namespace = '', name = '' } = object.metadata
  const user = { name: 'admin', groups: ['system:masters'] }
  return { server, user, group, version, resource, subresource: '', namespace, name, dryRun: true }
}
