// The gates of a release, as its components register them.

/** A spec as programs/component prints it; `version` only where the release knows versions of specs. */
export interface PrintedSpec {
  version?: string
  default: boolean
  preRelease: string
  lockToDefault: boolean
  minCompatibilityVersion?: string
}

/** What a gate registry of component-base holds. */
export interface PrintedGates {
  gates: Record<string, PrintedSpec[]>
  dependencies?: Record<string, string[]>
  /** Lines of --help. */
  known: string[]
}

/** The components whose gates are recorded. */
export const gateComponents = [
  'kube-apiserver',
  'kubelet',
  'kube-proxy',
  'kube-controller-manager',
  'kube-scheduler',
] as const

/** A component whose gates are recorded. */
type GateComponent = (typeof gateComponents)[number]

/** What components register, kube-apiserver among them, and which packages register gates beside k8s.io/kubernetes. */
export interface Registrations {
  components: Partial<Record<GateComponent, PrintedGates>> & { 'kube-apiserver': PrintedGates }
  registrars: Record<string, PrintedGates>
}

const specialGates = new Set(['AllAlpha', 'AllBeta'])
const registrarNames = new Map([
  ['apiserver', 'apiserver'],
  ['component-base', 'component-base(logs/metrics)'],
])

/** The gates of all components, sorted by name. */
function allGates({ components }: Registrations): [string, PrintedSpec[]][] {
  const gates = Object.assign(
    {},
    ...Object.values(components).map((one) => one?.gates),
  ) as PrintedGates['gates']
  return Object.entries(gates).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Of all gates those that a component lacks; none of one that could not be asked. */
const missing = (all: readonly string[], component: PrintedGates | undefined): string[] =>
  component === undefined ? [] : all.filter((gate) => !Object.hasOwn(component.gates, gate))

function specData(spec: PrintedSpec, release: string): PrintedSpec {
  const { version = release, default: value, preRelease, lockToDefault, minCompatibilityVersion } = spec
  const minimum = minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion }
  return { version, default: value, preRelease, lockToDefault, ...minimum }
}

/**
 * The content of gates.json of a release (`v1.29.15`).
 *
 * A component that does not register all gates is told by what it lacks: kube-scheduler in `schedulerExcludes`, others in
 * `components`. One that could not be asked (its modules do not compile) is taken to register all, and stands in `notAsked`. A spec without a version gets that of the release.
 */
export function gatesFile(version: string, registrations: Registrations): Record<string, unknown> {
  const release = version.slice(1).split('.', 2).join('.')
  const { components, registrars } = registrations
  const all = allGates(registrations)
  const names = all.map(([gate]) => gate)
  const versioned = all.some(([, specs]) => specs.some((spec) => spec.version !== undefined))
  const server = components['kube-apiserver']
  const dependencies = Object.keys(server.dependencies ?? {}).length > 0 ? server.dependencies! : null
  const registeredBy = (gate: string): string[] =>
    [...registrarNames].flatMap(([name, shown]) =>
      !specialGates.has(gate) && Object.hasOwn(registrars[name]?.gates ?? {}, gate) ? [shown] : [],
    )
  const gateFacts = ([gate, printed]: [string, PrintedSpec[]]) => {
    const specs = printed.map((spec) => specData(spec, release))
    const { default: value, preRelease, lockToDefault: locked } = specs.at(-1)!
    const atRelease = { default: value, stage: preRelease === '' ? 'GA' : preRelease, locked }
    const dependsOn = dependencies?.[gate]
    return {
      special: specialGates.has(gate),
      specs,
      atRelease,
      alsoRegisteredBy: registeredBy(gate),
      ...(dependsOn === undefined ? {} : { dependsOn }),
    }
  }
  const known = (component: GateComponent) => {
    const excludes = component === 'kube-scheduler' ? [] : missing(names, components[component])
    return excludes.length === 0 ? 'ALL' : { excludes }
  }
  const notAsked = gateComponents.filter((component) => components[component] === undefined)
  return {
    release,
    kubernetesModule: `k8s.io/kubernetes@${version}`,
    componentBaseModule: `k8s.io/component-base@v0.${version.slice('v1.'.length)}`,
    versioned,
    defaultEmulationVersion: versioned ? release : null,
    components: Object.fromEntries(gateComponents.map((component) => [component, known(component)])),
    ...(notAsked.length === 0 ? {} : { notAsked }),
    schedulerExcludes: missing(names, components['kube-scheduler']),
    gateCount: names.length,
    gates: Object.fromEntries(all.map((entry) => [entry[0], gateFacts(entry)])),
    dependencies,
    knownFeaturesHelp: server.known,
  }
}
