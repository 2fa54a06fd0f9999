// Runs a Markdown scenario on a machine whose components are of one cell's releases.
import { realClock } from '../../component-base/clock.ts'
import { realRandom } from '../../component-base/random.ts'
import { parseDocument } from '../document.ts'
import { createMachine } from '../machine/create-machine.ts'
import type { KubectlRunner, Machine } from '../machine/machine.ts'
import { type Finding, type SectionResult, worstOf } from '../outcome.ts'
import { findingText } from '../report/outcome-words.ts'
import { runSection } from '../run-section.ts'
import type { ComponentRuntime, GateFacts } from '../runtime.ts'
import { selectSections } from '../select-sections.ts'
import { type Cell, gatesFor, gateText } from './cell.ts'
import type { MarkdownScenario } from './scenario.ts'
import { versionFlags } from './server-refusal.ts'
import type { Verdict } from './verdict.ts'

/** What a machine is made of. */
export interface MachineParts {
  /** @param servers the releases of the servers that stand for one that is asked for; undefined: it is alone */
  runtime(servers?: (release: string) => readonly string[]): ComponentRuntime
  kubectl: KubectlRunner
  facts: GateFacts & { full(release: string): string }
}

/**
 * The checkout begins at the cell's apiserver, the oldest where several stand behind one address; kubelet and kube-proxy of that checkout are those of the cell. The shell has
 * APISERVER_RELEASE, KUBELET_RELEASE, KUBE_PROXY_RELEASE and, for gates of all components, FEATURE_GATES; the branches
 * `apiserver`, `kubelet` and `kube-proxy` stand for the releases.
 */
export async function runMarkdown(
  scenario: MarkdownScenario,
  cell: Cell,
  parts: MachineParts,
): Promise<Verdict> {
  const document = parseDocument(scenario.file, scenario.text)
  const sections: SectionResult[] = []
  for (const selected of selectSections(document, scenario.section)) {
    const machine = cellMachine(cell, parts)
    try {
      await machine.run(environment(cell))
      sections.push(
        await runSection(document, selected, {
          machine,
          facts: parts.facts,
          now: () => performance.now(),
        }),
      )
    } finally {
      await machine.close()
    }
  }
  return verdictOfSections(scenario.file, sections)
}

/** The worst of all steps, and the first finding that makes it so. */
function verdictOfSections(file: string, sections: SectionResult[]): Verdict {
  const steps = sections.flatMap((section) => section.steps)
  const status = worstOf(steps.map(({ outcome }) => outcome))
  if (status === 'passed') return { status, outcome: 'holds', details: undefined, line: undefined, sections }
  const findings = steps.flatMap((step) => step.findings).filter(({ outcome }) => outcome !== 'note')
  const first = findings.find(({ outcome }) => outcome === status)
  const server = findings.find((finding) => finding.refused?.component === 'kube-apiserver')?.refused
  const reason = first?.reason?.code === 'refuses to start' ? `: ${first.reason.says}` : ''
  return {
    status,
    outcome: `${first?.message ?? status}${reason}`,
    details: findings.map((finding) => findingText(file, finding)).join('\n'),
    reason: findings.map((finding) => findingText(file, withoutTimes(finding))).join('\n'),
    line: first?.line,
    sections,
    ...(server === undefined ? {} : { refused: server.stderr }),
  }
}

/** What a component printed that refuses to start is log lines: of these, what it says. */
const withoutTimes = (finding: Finding): Finding =>
  finding.reason?.code === 'refuses to start' ? { ...finding, actual: finding.reason.says } : finding

function cellMachine(cell: Cell, parts: MachineParts): Machine {
  const { facts } = parts
  const named = new Map([
    ['apiserver', cell.apiserver],
    ['kubelet', cell.kubelet],
  ])
  if (cell.kubeProxy !== undefined) named.set('kube-proxy', cell.kubeProxy)
  const { apiserver, apiservers } = cell
  const servers = (release: string): readonly string[] =>
    facts.full(release) === facts.full(apiserver) ? apiservers! : [release]
  const runtime = parts.runtime(apiservers === undefined ? undefined : servers)
  return createMachine({
    runtime: cellRuntime(runtime, cell, facts),
    kubectl: parts.kubectl,
    clock: realClock,
    random: realRandom,
    checkout: {
      // A tag: builds of it are stamped with their version.
      branch: `v${facts.full(cell.apiserver)}`,
      named,
      newest: facts.newest,
      known: (release) => facts.known(release),
      full: (release) => facts.full(release),
    },
  })
}

function environment(cell: Cell): string {
  const variables: Record<string, string> = {
    APISERVER_RELEASE: cell.apiserver,
    KUBELET_RELEASE: cell.kubelet,
    KUBE_PROXY_RELEASE: cell.kubeProxy ?? cell.kubelet,
  }
  const common = gateText(
    gatesFor({ ...cell, gates: cell.gates.filter((gate) => gate.component === undefined) }, 'kubelet'),
  )
  if (common !== '') variables['FEATURE_GATES'] = common
  if (cell.emulated !== undefined) variables['EMULATED_VERSION'] = cell.emulated
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('; ')
}

/** Node components of the apiserver's checkout become those of the cell; gates of one component are added to its flags. */
function cellRuntime(runtime: ComponentRuntime, cell: Cell, facts: MachineParts['facts']): ComponentRuntime {
  const server = facts.full(cell.apiserver)
  const releaseFor = (asked: string, own: string): string => (facts.full(asked) === server ? own : asked)
  const args = (component: 'kube-apiserver' | 'kubelet' | 'kube-proxy'): string[] => {
    const gates = cell.gates.filter((gate) => gate.component === component)
    const flag = gateText(gatesFor({ ...cell, gates }, component))
    return flag === '' ? [] : [`--feature-gates=${flag}`]
  }
  const releases = { kubelet: cell.kubelet, 'kube-proxy': cell.kubeProxy ?? cell.kubelet }
  return {
    ...runtime,
    adjust: (component, start) => {
      if (component === 'kube-controller-manager') return start
      if (component !== 'kube-apiserver')
        return {
          ...start,
          release: releaseFor(start.release, releases[component]),
          args: [...start.args, ...args(component)],
        }
      const versions = versionFlags(cell).filter((flag) => !hasFlag(start.args, flag))
      return { ...start, args: [...start.args, ...versions, ...args(component)] }
    },
  }
}

const hasFlag = (args: readonly string[], flag: string): boolean =>
  args.some((arg) => arg.split('=')[0] === flag.split('=')[0])
