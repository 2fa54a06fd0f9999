// Walks a plan: starts the components of each phase in this process over one store, and asks them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { RunningServer, Started } from '../../cluster/component-start.ts'
import { Components } from '../../cluster/components.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { releasePlan } from '../../plans/extend.ts'
import type { FeaturePlan } from '../../plans/feature-plan.ts'
import { flagsForVersions } from './asked-versions.ts'
import { failureText } from './failure-text.ts'
import { probeNode } from './node-probes.ts'
import { type Phase, planPhases } from './phases.ts'
import { askProbes, type ProbedAnswer, unanswered } from './plan-probes.ts'
import { type ProxyAnswers, probeProxy } from './proxy-probes.ts'
import { phaseRuns, type Run } from './runs.ts'
import { createKept, probeServices, type ServiceAnswers } from './service-probes.ts'

/** The parts of a cluster that a plan touches. */
export interface Subjects {
  services: boolean
  node: boolean
  proxy: boolean
}

/** The results of a row; parts that the plan does not touch are undefined. */
export interface WalkedRun {
  phase: Phase
  run: Run
  /** Why kube-apiserver does not start. */
  refused?: string
  /** Lines of its log that the plan brings. */
  logs: readonly string[]
  services?: ServiceAnswers
  /** kubeProxyVersion of a node, or why the kubelet does not start. */
  node?: { value: string } | { refused: string }
  proxy?: ProxyAnswers
  /** What the plan itself asks. */
  probes?: readonly ProbedAnswer[]
}

/** The components that a plan touches, which a walk starts and asks. */
export function subjectsOf(plan: FeaturePlan): Subjects {
  // A plan that says what to ask is asked that, and nothing else.
  if (plan.probes.length > 0) return { services: false, node: false, proxy: false }
  const effects = [...plan.effects, ...plan.gates.flatMap((g) => g.effects)]
  const names = new Set(effects.map((e) => e.name))
  return {
    services:
      names.has('service-external-ips') ||
      names.has('kube-proxy') ||
      effects.some((e) => e.name === 'warning' && e.resource === 'services'),
    node: names.has('node'),
    proxy:
      names.has('kube-proxy') ||
      plan.gates.some((g) => g.components.includes('kube-proxy')) ||
      [...plan.configVersions, ...plan.endedModes].some((e) => e.component === 'kube-proxy'),
  }
}

/** Whether what the plan asks can differ with flags of kube-apiserver alone. */
const asksServer = (plan: FeaturePlan): boolean =>
  plan.probes.some(({ with: nodes = [] }) => nodes.length === 0)

/** All runs of all phases, in order. The store is kept from the first to the last. */
export async function walkPlan(
  plan: FeaturePlan,
  onRun: (run: WalkedRun) => void = () => {},
): Promise<WalkedRun[]> {
  const directory = await mkdtemp(join(tmpdir(), 'kepsim-walk-'))
  try {
    return await new Walk(plan, directory).all(onRun)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const noFile = (path: string): Promise<string> => Promise.reject(new Error(`no file ${path}`))

class Walk {
  private readonly plan: FeaturePlan
  private readonly directory: string
  private readonly subjects: Subjects
  private readonly components: Components
  private log = ''
  private count = 0
  private hasAccount = false

  constructor(plan: FeaturePlan, directory: string) {
    this.plan = plan
    this.directory = directory
    this.subjects = subjectsOf(plan)
    this.components = new Components({
      plan: releasePlan(plan),
      log: (component, line) => {
        if (component === 'kube-apiserver') this.log += line
      },
    })
  }

  async all(onRun: (run: WalkedRun) => void): Promise<WalkedRun[]> {
    const done: WalkedRun[] = []
    const phases = planPhases(this.plan)
    if (this.subjects.services && phases[0] !== undefined) await this.seed()
    for (const [i, phase] of phases.entries())
      for (const run of phaseRuns(
        this.plan,
        phase,
        i === 0,
        this.subjects.services || asksServer(this.plan),
      )) {
        done.push(await this.one(phase, run))
        onRun(done.at(-1)!)
      }
    return done
  }

  private async one(phase: Phase, run: Run): Promise<WalkedRun> {
    this.log = ''
    const started = await this.startServer(run.release, run.apiserver)
    if (!started.ok && this.subjects.node) {
      // The node's components are asked all the same, beside a server without the flags.
      const plain = await this.one(phase, { ...run, apiserver: [] })
      return { ...plain, run, refused: failureText(started.stderr) }
    }
    if (!started.ok)
      return {
        phase,
        run,
        refused: failureText(started.stderr),
        logs: [],
        probes: unanswered(this.plan, run, failureText(started.stderr)),
        ...(await this.proxy(run, undefined)),
      }
    const client = new RestClient(parseKubeconfig(started.component.kubeconfig('admin')), 'kepsim-plan')
    try {
      await this.giveAccount(client)
      const texts = this.plan.effects.filter((e) => e.name === 'log').map((e) => e.value)
      const logs = texts.filter((text) => this.log.includes(text))
      return { phase, run, logs, ...(await this.ask(run, started.component, client)) }
    } finally {
      client.close()
      await started.component.stop()
    }
  }

  /** Writes what the runs find, with the oldest recorded release and without the plan. */
  private async seed(): Promise<void> {
    const args = ['--authorization-mode=RBAC']
    const start = { release: recordedReleases()[0]!, args, readFile: noFile, dataDir: this.directory }
    const started = await new Components().startApiserver(start)
    if (!started.ok) throw new Error(started.stderr)
    const client = new RestClient(parseKubeconfig(started.component.kubeconfig('admin')), 'kepsim-plan')
    try {
      await createKept(client)
    } finally {
      client.close()
      await started.component.stop()
    }
  }

  /** No controllers run here: without the ServiceAccount that they make in every namespace, no Pod could be asked for. */
  private async giveAccount(client: RestClient): Promise<void> {
    if (this.hasAccount || this.plan.probes.length === 0) return
    const path = '/api/v1/namespaces/default/serviceaccounts'
    const { code } = await client.exchange({ method: 'POST', path, body: { metadata: { name: 'default' } } })
    this.hasAccount = code < 300
  }

  private startServer(release: string, flags: readonly string[]): Promise<Started<RunningServer>> {
    return this.components.startApiserver({
      release,
      args: ['--authorization-mode=RBAC', ...flags, ...flagsForVersions(this.plan, release, flags)],
      readFile: noFile,
      dataDir: this.directory,
    })
  }

  private async ask(run: Run, server: RunningServer, client: RestClient): Promise<Partial<WalkedRun>> {
    const { services, node } = this.subjects
    this.count++
    return {
      ...(services ? { services: await probeServices(client, this.count) } : {}),
      ...(node ? { node: await probeNode(this.components, run, server, client) } : {}),
      ...(await this.proxy(run, server)),
      probes: await askProbes(this.plan, run, { components: this.components, server, client }),
    }
  }

  private async proxy(run: Run, server: RunningServer | undefined): Promise<Partial<WalkedRun>> {
    const { proxy, services } = this.subjects
    if (!proxy) return {}
    const config = services && server !== undefined ? parseKubeconfig(server.kubeconfig('admin')) : undefined
    return { proxy: await probeProxy({ plan: this.plan, run, server: config }) }
  }
}
