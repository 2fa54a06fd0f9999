// Upstream: pkg/kubelet/server/server.go, cmd/kubelet/app/server.go (healthz)

import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import {
  type GateState,
  metricsContentType,
  releaseMetrics,
  sliMetrics,
} from '../../component-base/metrics/component-metrics.ts'
import { formatMetrics, type Metric } from '../../component-base/metrics/metrics-text.ts'
import { minorRelease } from '../../component-base/minor.ts'
import { planExtension } from '../../component-base/plan-extension.ts'
import type { Release } from '../../component-base/release.ts'
import type { NodeContainers } from '../../containers/node-containers.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import type { KubeletConfiguration } from '../config/kubelet-configuration.ts'
import { kubeletDialect } from '../dialect.ts'
import { flagLines } from '../options/flag-lines.ts'
import type { Pod } from '../pods/pod.ts'
import { type Answer, notFound, text } from './http-answer.ts'

/** The configuration and release that the endpoints show. */
export interface EndpointState {
  release: Release
  config: KubeletConfiguration
  flags: ParsedFlags
  clock: Clock
  startedAt: number
  nodeName: string
  gates: () => readonly GateState[]
  /** The gates by which the kubelet itself decides. */
  enabled: FeatureGateReader
  /** The pods of the node, as the kubelet knows them. */
  pods: () => Pod[]
  /** The containers of the node; undefined where nothing is known of what containers do. */
  containers: () => NodeContainers | undefined
}

const json = (value: unknown): Answer => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify(value),
})

/** The answer at --healthz-port: health, and 404 for other paths. */
export const healthzAnswer = (path: string): Answer =>
  path === '/healthz' || path === '/healthz/ping' ? text('ok') : notFound

/** Pages for people, which came with 1.33. */
const zpage = (name: string, body: string): Answer =>
  text(
    `\nkubelet ${name}\nWarning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n${body}`,
  )

/** What a kubelet counts of its pods. Upstream: pkg/kubelet/metrics/metrics.go */
function metrics(state: EndpointState): Metric[] {
  const { release, gates, startedAt, nodeName } = state
  const running = state.pods().filter(({ status }) => status?.phase === 'Running')
  const states = running.flatMap(({ status }) => (status!.containerStatuses ?? []).map((one) => one.state))
  const count = (of: string): number => states.filter((one) => of in one).length
  const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
    name: `kubelet_${name}`,
    help: `[ALPHA] ${help}`,
    type: 'gauge',
    samples,
  })
  const containers = [
    { labels: { container_state: 'exited' }, value: count('terminated') },
    { labels: { container_state: 'running' }, value: count('running') },
  ].filter(({ value }) => value > 0)
  return [
    ...releaseMetrics(release, gates, startedAt),
    gauge('node_name', "The node's name. The count is always 1.", [{ labels: { node: nodeName }, value: 1 }]),
    gauge('running_pods', 'Number of pods that have a running pod sandbox', [{ value: running.length }]),
    ...(containers.length === 0
      ? []
      : [gauge('running_containers', 'Number of containers currently running', containers)]),
  ]
}

/** The names of the kubelet's health checks. */
const healthChecks = ['ping', 'log', 'syncloop']

/** The answer at the secure port. @param path without query, unescaped */
export function kubeletAnswer(path: string, state: EndpointState): Answer {
  const { flags } = state
  const { minor } = state.release
  if (healthChecks.some((name) => path === `/healthz/${name}`)) return text('ok')
  switch (path) {
    case '/healthz':
      return text('ok')
    case '/configz':
      return json({ kubeletconfig: configz(state) })
    case '/pods':
    // A root of go-restful, as those of containers.
    case '/pods/': {
      const pods = state.pods()
      return json({
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: {},
        items: pods.length === 0 ? null : pods,
      })
    }
    case '/metrics': {
      const planned = planExtension(state.release, 'kubelet', state.enabled).metrics(metrics(state))
      return { status: 200, contentType: metricsContentType(minor), body: formatMetrics(planned) }
    }
    case '/metrics/slis': {
      if (!gateEnabled(state.enabled, 'ComponentSLIs')) return notFound
      const checks = healthChecks.map((name) => ({ name, type: 'healthz', ok: true }))
      const body = formatMetrics(sliMetrics(checks, state.startedAt))
      return { status: 200, contentType: metricsContentType(minor), body }
    }
    // Nothing has been probed.
    case '/metrics/probes':
      return { status: 200, contentType: metricsContentType(minor), body: '' }
    case '/metrics/cadvisor':
    case '/metrics/resource':
    case '/stats/summary':
      return text(`${path} is not simulated: containers use nothing\n`, 501)
    case '/flagz':
      return kubeletDialect(minor).zpages
        ? zpage(
            'flagz',
            `${flagLines(flags)
              .map((l) => l.replace(/^FLAG: --([^=]+)="(.*)"$/s, '$1=$2'))
              .join('\n')}\n`,
          )
        : notFound
    case '/statusz':
      return kubeletDialect(minor).zpages ? zpage('statusz', statusz(state)) : notFound
    default:
      return notFound
  }
}

/** The configuration in the order and with the zero values that Go writes. */
function configz({ config, release: { facts, minor } }: EndpointState): object {
  const { kind: _kind, apiVersion: _version, ...fields } = config
  const scheme = new ComponentConfigScheme(facts)
  const type = { kind: 'KubeletConfiguration', apiVersion: 'kubelet.config.k8s.io/v1beta1' }
  const written = scheme.decode(type.apiVersion, type.kind, { enableSystemLogQuery: false, ...fields }).value
  return { ...(kubeletDialect(minor).typedConfigz ? type : {}), ...written }
}

function statusz({ clock, startedAt, release }: EndpointState): string {
  const up = Math.floor((clock.now() - startedAt) / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  const started = new Date(startedAt)
    .toUTCString()
    .replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1 $3 $2 $5 UTC $4')
  const number = release.text.replace(/^v/, '')
  return `\nStarted: ${started}\nUp: ${Math.floor(up / 3600)} hr ${two(Math.floor(up / 60) % 60)} min ${two(up % 60)} sec\nBinary version: ${number}\nEmulation version: ${minorRelease(number)}\nPaths: /configz /debug /flagz /healthz /metrics\n`
}
