// Why reality differs from a document: which gate, which release, whose default.
import { loadRelease } from '../component-base/release.ts'
import { gateIn, type MachineCluster } from './machine/cluster.ts'
import { exampleWith } from './path/field-example.ts'
import { type Gated, type Guard, gatedAs, guardsAmong } from './path/field-gates.ts'
import type { Cause } from './reason.ts'
import type { GateFacts } from './runtime.ts'

/** Why reality differs, or how the gate stands that may be why, in words. */
export interface Explanation {
  text: string
  /** The release that runs in place of the document's, which cannot be simulated. Undefined: the document's own runs */
  standIn: StandIn | undefined
  cause: Cause
  /** Whether that gate is why is only known where it has been turned. Undefined: there is nothing to turn */
  suspect: Suspect | undefined
}

/** A gate, and the value with which reality differs from the document. */
export interface Suspect {
  gate: string
  value: boolean
}

/** A release that runs in place of another one. `text`: that it does, and how gates stand in the document's. */
export interface StandIn {
  release: string
  by: string
  text: string
}

/**
 * How a gate stands that decides about the field which the text names; else the one gate that the document names. Undefined where
 * nothing is known, and where that gate is as the document has set it, or as in the document's own release.
 */
export function explain(
  text: string,
  cluster: Running,
  facts: GateFacts,
  documentGates: readonly string[],
): Explanation | undefined {
  const known = guardOfFields(text, cluster, documentGates)
  const gate = known?.gate ?? (documentGates.length === 1 ? documentGates[0] : undefined)
  if (gate === undefined) return undefined
  const component = known?.component ?? 'kube-apiserver'
  const record = ofComponent(cluster.records, component)
  if (record === undefined) return undefined
  const at = facts.at(gate, record.release)
  const who = `${component} ${record.release}`
  const standIn = standInOf([gate], component, cluster, facts)
  const explained = (cause: Cause, ...parts: string[]): Explanation => ({
    text: joined(...parts, standIn?.text),
    standIn,
    cause,
    suspect: undefined,
  })
  const { release } = record
  if (at === undefined)
    return explained(
      { code: 'no such gate', component, release, gate },
      `${who} has no feature gate ${gate}`,
      facts.history(gate, release),
    )
  const set = record.gates[gate]
  const value = gateIn(record, gate, facts)
  const wanted = ofComponent(cluster.meant, component)
  const there = wanted === undefined ? undefined : facts.standing?.(gate, wanted)
  if (there !== undefined && (there.state !== undefined && (set ?? there.state.default)) === value)
    return undefined
  // The document's own wish explains no difference from what it says.
  if (known === undefined && standIn === undefined && set !== undefined) return undefined
  const history = facts.history(gate, record.release)
  const how = `${gate}=${value} in ${who}: `
  if (at.locked)
    return explained(
      { code: 'gate is locked', gate, value },
      `${how}${history}; a locked gate cannot be turned to see whether that is why`,
    )
  const whose = set === undefined ? `nothing sets it; ${history}` : `it was set; the default is ${at.default}`
  const code = set === undefined ? 'gate by default' : 'gate is set'
  const told = explained({ code, gate, value }, `${how}${whose}`)
  return value === undefined ? told : { ...told, suspect: { gate, value } }
}

/** Those that write or read a field come before the server, which keeps it. */
const programs = ['kubelet', 'kube-proxy', 'kube-apiserver'] as const

/** The gate that decides about a field which a text names: one of the document's rather than another. */
function guardOfFields(
  text: string,
  { records }: Running,
  documentGates: readonly string[],
): Guard | undefined {
  const components = Object.fromEntries(
    programs.flatMap((name) => {
      const told = ofComponent(records, name)?.told
      return told === undefined ? [] : [[name, { release: told.release, gates: told.effective }]]
    }),
  )
  const guards = fieldsNamedIn(text).flatMap((name) => guardsOfField(name, components))
  return guards.find(({ gate }) => documentGates.includes(gate)) ?? guards[0]
}

function guardsOfField(
  name: string,
  components: Readonly<Partial<Record<Guard['component'], Gated>>>,
): readonly Guard[] {
  const server = components['kube-apiserver']
  const own = server && exampleWith(name, server.release.facts)
  const guards = own === undefined ? [] : guardsAmong(own.seen, own.field, components)
  return guards.length > 0 ? inOrder(guards) : newestGuards(name)
}

const inOrder = (guards: Guard[]): Guard[] =>
  guards.sort((a, b) => programs.indexOf(a.component) - programs.indexOf(b.component))

const byNewest = new Map<string, readonly Guard[]>()

/** Of a field, or a gate, that came after the components that run. */
function newestGuards(name: string): readonly Guard[] {
  const known = byNewest.get(name)
  if (known !== undefined) return known
  const { text, facts } = loadRelease()
  const example = exampleWith(name, facts)
  const components = Object.fromEntries(programs.map((one) => [one, gatedAs(text, one, {})]))
  const guards = example === undefined ? [] : inOrder(guardsAmong(example.seen, example.field, components))
  byNewest.set(name, guards)
  return guards
}

/** `kubeProxyVersion`, also as `Kube-Proxy Version:` in what describe prints. Words of prose are no fields. */
function fieldsNamedIn(text: string): string[] {
  const names = [...text.matchAll(/\b[a-z][a-z0-9]*[A-Z]\w*/g)].map(([name]) => name)
  const titles = [...text.matchAll(/\b[A-Z]\w*(?:[- ][A-Z]\w*)+(?=:)/g)].map(([title]) => {
    const joined = title.replace(/[- ]/g, '')
    return joined[0]!.toLowerCase() + joined.slice(1)
  })
  return [...new Set([...names, ...titles])]
}

type Running = Pick<MachineCluster, 'meant' | 'records'>

/** Of a map by component and node (`kubelet/127.0.0.1`). */
const ofComponent = <T>(map: ReadonlyMap<string, T>, component: string): T | undefined =>
  [...map].find(([name]) => name.split('/')[0] === component)?.[1]

const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('; ')

/**
 * That a component runs another release than the document's, which cannot be simulated, and how the gates stand in the document's.
 * Undefined where it runs the document's own.
 */
export function standInOf(
  gates: readonly string[],
  component: string,
  { meant, records }: Running,
  facts: GateFacts,
  by = ofComponent(records, component)?.release,
): StandIn | undefined {
  const release = ofComponent(meant, component)
  if (release === undefined || by === undefined) return undefined
  const there = gates.flatMap((gate) => facts.standing?.(gate, release)?.text ?? [])
  return { release, by, text: [`${by} stands in for the document's ${release}`, ...there].join('; ') }
}

/**
 * Gate names that a document mentions as gates; of one that calls none so, those that it has in code.
 * @param isGate whether some release has a gate of that name
 */
export function gatesNamedIn(
  source: readonly string[],
  isGate: (name: string) => boolean = () => false,
): string[] {
  const names = new Set<string>()
  for (const line of source) {
    for (const [, name] of line.matchAll(/Feature gate name:\s*`?([A-Z]\w+)/g)) names.add(name!)
    for (const [, list] of line.matchAll(/(?:FEATURE_GATES|--feature-gates)=([\w=,]+)/g)) {
      for (const [, name] of list!.matchAll(/([A-Z]\w+)=(?:true|false)/g)) names.add(name!)
    }
  }
  if (names.size > 0) return [...names]
  const told = gatesToldIn(source)
  return told.length > 0 ? told : gatesInCode(source).filter(isGate)
}

/** No document names more. */
const mostInCode = 200
function gatesInCode(source: readonly string[]): string[] {
  const found = new Set<string>()
  for (const line of source)
    for (const [, name] of line.matchAll(/`([A-Z][A-Za-z0-9]{2,80})`/g))
      if (found.size < mostInCode) found.add(name!)
  return [...found]
}

/** Of a document that sets none on a command line: those that it sets in a configuration, or speaks of as gates. */
function gatesToldIn(source: readonly string[]): string[] {
  const told = new Set<string>()
  const camel = '`?([A-Z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*)`?'
  const shapes = [
    `${camel}=(?:true|false)\\b`,
    `^\\s+["']?${camel}["']?:\\s+(?:true|false)\\s*$`,
    `${camel}\\s+(?:feature[\\s-]+)?gate\\b`,
    `\\b(?:[Ff]eature[\\s-]+)?[Gg]ate(?:\\s+is)?:?[*_]{0,2}\\s+${camel}`,
    `${camel}\\s+(?:is|was|went)\\s+(?:now\\s+|still\\s+|in\\s+|an?\\s+)?(?:alpha|beta|GA|stable|(?:enabled|disabled|on|off)\\s+by\\s+default)\\b`,
  ].map((shape) => new RegExp(shape, 'g'))
  for (const line of source)
    for (const shape of shapes) for (const [, name] of line.matchAll(shape)) told.add(name!)
  return [...told]
}
