// Metrics that a plan brings, renames, deprecates and removes, and flags that switch its effects.
import { describe, expect, it } from 'vitest'
import { walkPlan } from '../../cli/plan/walk.ts'
import { walkReport } from '../../cli/plan/walk-report.ts'
import { startCluster } from '../../cluster/cluster.ts'
import { metricValue } from '../../component-base/metrics/metric-value.ts'
import { releasePlan } from '../../plans/extend.ts'
import { PlanError } from '../../plans/plan-error.ts'
import { readPlan } from '../../plans/read-plan.ts'

const plan = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: counted, summary: metrics of a feature }
lastRelease: "1.40"
gates:
  - name: Counted
    components: [kube-apiserver]
    specs:
      - { version: "1.37", preRelease: Alpha, default: false }
      - { version: "1.38", preRelease: Beta, default: true }
metrics:
  - component: kube-apiserver
    name: counted_total
    from: "1.37"
    gate: Counted
    type: counter
    help: What is counted.
    labels: { result: [ok, failed] }
    renamed: { from: "1.39", to: counted_objects_total }
  - { component: kube-apiserver, name: apiserver_request_total, renamed: { from: "1.38", to: apiserver_requests_total } }
  - { component: kubelet, name: kubelet_running_pods, deprecated: { from: "1.37" }, removedIn: "1.39" }
  - { component: kube-proxy, name: waiting_seconds, from: "1.37", type: histogram, help: How long., buckets: [1, 2] }
`
const probes = `probes:
  - name: counted
    request: GET /metrics
    show: counted_total
    claims:
      - { until: "1.38", where: { Counted: true }, is: 0 }
      - { where: { Counted: false }, is: null }
  - name: one
    request: GET /metrics
    show: 'counted_objects_total{result="ok"}'
    claims: [{ from: "1.39", where: { Counted: true }, set: true }]
`

function findings(text: string): readonly string[] {
  try {
    readPlan('p.yaml', text)
  } catch (error) {
    if (error instanceof PlanError) return error.findings
    throw error
  }
  return []
}

describe('planned metrics', () => {
  it('appear behind their gate, are renamed, deprecated, hidden and removed', async () => {
    const laid = releasePlan(readPlan('p.yaml', plan).plan)
    const cluster = await startCluster({
      release: '1.37',
      plan: laid,
      nodes: 1,
      featureGates: { Counted: true },
    })
    try {
      const text = await cluster.metrics()
      expect(text).toContain(
        '# HELP counted_total [ALPHA] What is counted.\n# TYPE counted_total counter\ncounted_total{result="failed"} 0\ncounted_total{result="ok"} 0\n',
      )
      expect(metricValue(text, 'apiserver_request_total')).toBeGreaterThan(0)
      const kubelet = await cluster.client().text('/api/v1/nodes/node-1/proxy/metrics')
      expect(kubelet).toContain(
        '# HELP kubelet_running_pods [ALPHA] (Deprecated since 1.37.0) Number of pods',
      )
      await cluster.upgrade({ apiserver: '1.38' })
      await cluster.upgrade({ kubelet: '1.38', kubeProxy: '1.38' })
      const next = await cluster.metrics()
      expect(metricValue(next, 'apiserver_request_total')).toBeUndefined()
      expect(metricValue(next, 'apiserver_requests_total')).toBeGreaterThan(0)
      // Upstream hides a deprecated ALPHA metric in the next release.
      expect(await cluster.client().text('/api/v1/nodes/node-1/proxy/metrics')).not.toContain('running_pods')
    } finally {
      await cluster.stop()
    }
  }, 60_000)

  it('are what claims of a walk can speak of', async () => {
    const told = async (text: string) => {
      const read = readPlan('p.yaml', text).plan
      return walkReport(read, await walkPlan(read))
    }
    expect((await told(plan + probes)).failed).toBe(false)
    const wrong = await told((plan + probes).replace('is: 0', 'is: 1'))
    expect(wrong.failed).toBe(true)
    expect(JSON.stringify(wrong.report.notes)).toContain('counted in 1.38')
  }, 60_000)

  it.each([
    [
      'a name that is no metric',
      'name: counted_total',
      'name: counted-total',
      'p.yaml:13:11: metrics[0].name',
    ],
    [
      'an unknown one',
      'name: kubelet_running_pods',
      'name: kubelet_running_pds',
      'kubelet has no metric kubelet_running_pds in 1.36: say with from, type and help when it appears',
    ],
    [
      'a recorded one as new',
      'name: waiting_seconds',
      'name: kubelet_running_pods',
      '1.36 has a metric kubelet_',
    ],
    ['no help', '    help: What is counted.\n', '', 'counted_total is new: it needs a help'],
    [
      'bounds that fall',
      'buckets: [1, 2]',
      'buckets: [2, 1]',
      'each bound has to be above the one before it',
    ],
    ['bounds of a counter', 'gate: Counted', 'buckets: [1]', 'buckets is for histograms, not for a counter'],
    ['a name that is taken', 'to: counted_objects_total', 'to: apiserver_request_total', 'already'],
    ['an unknown gate', 'gate: Counted', 'gate: Conted', 'neither the plan nor 1.36 has a gate Conted'],
    ['steps in no order', 'removedIn: "1.39"', 'removedIn: "1.37"', '1.37 is not after 1.37, its deprecated'],
    [
      'no type that there is',
      'type: counter',
      'type: summary',
      'metrics[0].type must be one of counter, gauge, histogram',
    ],
  ])('%s is refused', (_what, from, to, message) => {
    expect(findings(plan.replace(from, to)).join('\n')).toContain(message)
  })
})

describe('a planned flag', () => {
  const flagged = (effect: string) => `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: flagged, summary: flags that switch effects }
lastRelease: "1.38"
flags:
  - component: kubelet
    name: node-zone
    from: "1.37"
    type: string
    effects:
      - { reports: status.nodeInfo.bootID, component: kubelet, resource: nodes, as: zone-a, when: a }
  - component: kube-apiserver
    name: refuse-external-ips
    from: "1.37"
    type: bool
    default: "true"
    effects: [${effect}]
    removedIn: "1.38"
`
  const good = flagged('{ service-external-ips: deny-new, when: "true" }')

  it('switches effects by its value, and no more once it is removed', async () => {
    const laid = releasePlan(readPlan('p.yaml', good).plan)
    const service = {
      metadata: { name: 's' },
      spec: { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'] },
    }
    const services = '/api/v1/namespaces/default/services?dryRun=All'
    const asked = async (release: string, apiserverFlags: string[], kubeletFlags: string[] = []) => {
      const nodes = [{ name: 'node-1', kubeletFlags }]
      const cluster = await startCluster({ release, plan: laid, nodes, apiserverFlags })
      try {
        const client = cluster.client()
        const { code, body } = await client.exchange({ method: 'POST', path: services, body: service })
        const node = await client.get<{ status: { nodeInfo: { bootID: string } } }>('/api/v1/nodes/node-1')
        return [code, 'message' in body ? body.message : '', node.status.nodeInfo.bootID]
      } finally {
        await cluster.stop()
      }
    }
    const [code, message, bootID] = await asked('1.37', [], ['--node-zone=a'])
    expect([code, bootID]).toEqual([422, 'zone-a'])
    expect(message).toContain(
      'spec.externalIPs: Forbidden: may not be set while --refuse-external-ips is true',
    )
    expect((await asked('1.37', ['--refuse-external-ips=false'], ['--node-zone=b']))[0]).toBe(201)
    const last = await asked('1.38', [])
    expect(last[0]).toBe(201)
    expect(last[2]).not.toBe('zone-a')
  }, 60_000)

  it.each([
    ['{ service-external-ips: deny-new, when: maybe }', 'when maybe is no value of --refuse-external-ips: '],
    ['{ service-external-ips: deny-new }', 'of --refuse-external-ips needs when: a value of the flag'],
    [
      '{ kube-proxy: ignore-external-ips, when: "true" }',
      'the effect kube-proxy works in kube-proxy, and --refuse-external-ips is a flag of kube-apiserver',
    ],
  ])('with %s is refused', (effect, message) => {
    expect(findings(flagged(effect)).join('\n')).toContain(message)
  })
})
