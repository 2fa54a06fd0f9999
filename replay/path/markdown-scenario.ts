// A Markdown script: its first step runs at the first release, the others after each hop. The path changes the releases, so that
// the script starts no components of its own.

import type { Cluster } from '../../cluster/cluster.ts'
import type { RunningProxy, RunningServer, Started } from '../../cluster/component-start.ts'
import { realClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { type Document, parseDocument } from '../document.ts'
import { InputError } from '../input-error.ts'
import { createMachine } from '../machine/create-machine.ts'
import type { Machine } from '../machine/machine.ts'
import { type Finding, type SectionResult, worstOf } from '../outcome.ts'
import { newBindings, runSection } from '../run-section.ts'
import type { ComponentRuntime } from '../runtime.ts'
import { type SelectedSection, selectSections } from '../select-sections.ts'
import { gatedAs } from './field-gates.ts'
import type { Checked, PathScenario, Walk, WalkParts } from './path-scenario.ts'

interface Script {
  file: string
  document: Document
  first: SelectedSection
  others: SelectedSection
}

/** Throws InputError for a document that cannot be read, or has nothing to run. */
export function markdownScenario(file: string, text: string, wanted?: string): PathScenario {
  const document = parseDocument(file, text)
  const [selected, ...more] = selectSections(document, wanted)
  if (selected === undefined || more.length > 0)
    throw new InputError(
      file,
      more[0]?.section.line,
      'several sections have commands: choose the one to walk the path with by --section',
    )
  const { section, steps } = selected
  const script: Script = {
    file,
    document,
    first: { section, steps: steps.slice(0, 1) },
    others: { section, steps: steps.slice(1) },
  }
  return { file, watch: [], on: (parts) => walkOf(script, parts) }
}

function walkOf(script: Script, parts: WalkParts): Walk {
  const machine = machineOf(parts)
  const bindings = newBindings([...script.first.steps, ...script.others.steps], machine)
  const run = async (selected: SelectedSection): Promise<SectionResult> => {
    await attach(machine, parts)
    return runSection(script.document, selected, {
      machine,
      facts: parts.facts,
      now: () => performance.now(),
      bindings,
    })
  }
  return {
    setup: async () => {
      const result = await run(script.first)
      const error = result.steps
        .flatMap(({ findings }) => findings)
        .find(({ outcome }) => outcome === 'differs')
      if (error !== undefined) throw new InputError(script.file, error.line, textOf(error))
      const checked = checkedOf(script.file, result)
      return checked.status === 'passed' ? undefined : checked
    },
    check: async () => {
      // The objects of the first step stay the same ones at every hop; what a hop makes is its own.
      const forget = bindings.mark()
      const result = await run(script.others)
      forget()
      return checkedOf(script.file, result)
    },
    close: () => machine.close(),
  }
}

function checkedOf(file: string, { steps }: SectionResult): Checked {
  const status = worstOf(steps.map(({ outcome }) => outcome))
  if (status === 'passed') return { status, outcome: steps.length === 0 ? '' : 'holds', steps }
  const finding = steps.flatMap(({ findings }) => findings).find(({ outcome }) => outcome === status)
  const outcome = finding === undefined ? file : `${file}:${finding.line}: ${textOf(finding)}`
  return { status, outcome, steps }
}

function textOf({ message, expected, actual, reason }: Finding): string {
  if (reason?.code === 'refuses to start') return `${message}: ${reason.says.trim()}`
  if (expected === undefined) return message
  return `${message}: the document has "${expected.trim()}", reality "${(actual ?? '').trim()}"`
}

const refusal = 'the path changes the releases of the components, a script for a path starts none'
const refused = async <T>(): Promise<Started<T>> => ({ ok: false, exitCode: 1, stderr: `${refusal}\n` })

const noComponents: ComponentRuntime = {
  startApiserver: refused,
  startControllers: refused,
  startKubelet: refused,
  startKubeProxy: refused,
  runKubeProxy: async () => ({ exitCode: 1, stderr: `${refusal}\n`, files: {} }),
}

function machineOf({ cluster, facts, kubectl }: WalkParts): Machine {
  return createMachine({
    runtime: noComponents,
    kubectl,
    clock: realClock,
    random: realRandom,
    checkout: {
      branch: `v${facts.full(cluster.release)}`,
      named: new Map(),
      newest: facts.newest,
      known: (release) => facts.known(release),
      full: (release) => facts.full(release),
    },
  })
}

/** The machine's commands reach the cluster as it is now. */
async function attach(machine: Machine, { cluster, facts: { plan }, node }: WalkParts): Promise<void> {
  machine.checkout.branch = `v${machine.sources.fullRelease(cluster.release)}`
  machine.cluster.adoptServer(serverOf(cluster))
  machine.cluster.adopt(`kube-proxy/${node}`, { component: proxyOf(cluster, node) })
  for (const { name, release, featureGates } of cluster.states()) {
    const { release: own, gates } = gatedAs(release, name.split('/')[0]!, featureGates, plan)
    const told = { set: featureGates, effective: gates, release: own }
    const record = { release, args: [], gates: featureGates, told }
    machine.cluster.adopt(name, { record })
  }
  await machine.writeFile(`${machine.home}/.kube/config`, cluster.kubeconfig, 0o600)
}

const keepsRunning = async (): Promise<void> => {}

const serverOf = (cluster: Cluster): RunningServer => ({
  url: cluster.url,
  kubeconfig: () => cluster.kubeconfig,
  // Nothing waits for the cluster to come to rest: a hop does.
  activity: () => ({ revision: 0, inFlight: 0 }),
  stop: keepsRunning,
})

const proxyOf = (cluster: Cluster, node: string): RunningProxy => ({
  rules: () => cluster.rules(node),
  stop: keepsRunning,
})
