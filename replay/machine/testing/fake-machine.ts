// A machine whose components only say that they were started; it is closed at the end of its test.
import { onTestFinished } from 'vitest'
import type {
  ComponentGates,
  ComponentStart,
  ReadFile,
  RunningServer,
} from '../../../cluster/component-start.ts'
import { realClock } from '../../../component-base/clock.ts'
import type { Random } from '../../../component-base/random.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { parse } from '../../../component-base/yaml.ts'
import { gatesIn } from '../../../featuregates/parse-gates.ts'
import type { ComponentRuntime } from '../../runtime.ts'
import { createMachine } from '../create-machine.ts'
import type { KubeadmCluster } from '../kubeadm-plan.ts'
import type { KubectlRunner, Machine } from '../machine.ts'

const pem = Buffer.from('PEM').toString('base64')

/** How the components of a fake machine answer their starts. */
export interface FakeOptions {
  /** Where the server is said to be. */
  url?: string
  kubectl?: KubectlRunner
  /** What every start of a component ends with. */
  refusal?: string
}

/** A machine without components, and the starts that were asked for. */
export interface FakeMachine {
  machine: Machine
  /** `kubelet 1.34.0 --v=3`, in order. */
  started: string[]
}

/** As components take them: the gates of the file that `--config` names, and those of `--feature-gates`. */
async function gatesGiven(
  args: readonly string[],
  readFile: ReadFile = async () => '',
): Promise<ComponentGates> {
  const flagValue = (flag: string): string =>
    args.find((arg) => arg.startsWith(`--${flag}=`))?.slice(flag.length + 3) ?? ''
  const path = flagValue('config')
  const text = path === '' ? '' : await readFile(path).catch(() => '')
  const file = parse(text) as { featureGates?: Record<string, boolean> } | null
  const set = { ...file?.featureGates, ...gatesIn(flagValue('feature-gates')) }
  return {
    set,
    release: loadRelease(),
    effective: {
      known: (gate) => Object.hasOwn(set, gate),
      enabled: (gate) => set[gate] === true,
      unregistered: () => false,
    },
  }
}

const predictable: Random = { int: () => 0, uuid: () => '00000000-0000-4000-8000-000000000000' }

/** Makes a machine whose components only record that they were started. */
export function fakeMachine({ url = 'http://127.0.0.1:1', kubectl, refusal }: FakeOptions = {}): FakeMachine {
  const started: string[] = []
  const server: RunningServer = {
    url,
    kubeconfig: () =>
      `current-context: c\ncontexts: [{name: c, context: {cluster: c, user: u}}]\nclusters: [{name: c, cluster: {server: "${url}"}}]\nusers: [{name: u, user: {client-certificate-data: ${pem}, client-key-data: ${pem}}}]\n`,
    activity: () => ({ revision: 1, inFlight: 0 }),
    stop: async () => {},
  }
  const start = async <T>(name: string, own: Partial<ComponentStart>, component: T) => {
    const { release = '', args = [] } = own
    started.push([name, release, ...args].join(' '))
    return refusal === undefined
      ? { ok: true as const, component: { ...component, gates: await gatesGiven(args, own.readFile) } }
      : { ok: false as const, exitCode: 1, stderr: refusal }
  }
  const component = { stop: async () => {} }
  const runtime: ComponentRuntime = {
    startApiserver: (own) => start('kube-apiserver', own, server),
    startControllers: (own) => start('controllers', own, component),
    startKubelet: (own) => start('kubelet', own, component),
    startKubeProxy: (own) => start('kube-proxy', own, { ...component, rules: () => undefined }),
    runKubeProxy: async () => ({ exitCode: 0, stderr: '', files: {} }),
  }
  const machine = createMachine({
    runtime,
    kubectl:
      kubectl ?? (async (_machine, args) => ({ stdout: `${args.join(' ')}\n`, stderr: '', exitCode: 0 })),
    clock: realClock,
    random: predictable,
    hostname: 'workstation',
    checkout: {
      branch: 'master',
      named: new Map(),
      newest: '1.36',
      known: (release) => /^1\.3[0-6](\.|$)/.test(release),
      full: (release) => (release.split('.').length === 2 ? `${release}.0` : release),
    },
  })
  onTestFinished(() => machine.close())
  return { machine, started }
}

/** A kind cluster of a control plane and a worker, which notes what it is asked to do. */
export function fakeNodes(machine: Machine): string[] {
  const asked: string[] = []
  const note = async (text: string): Promise<undefined> => void asked.push(text)
  const node = (name: string, role: 'control-plane' | 'worker') => ({
    name,
    role,
    release: '1.33.1',
    kubeletArgs: {},
  })
  const nodes = [node('kind-control-plane', 'control-plane'), node('kind-worker', 'worker')]
  for (const { name } of nodes) machine.computers.addNode(name)
  const cluster: KubeadmCluster = {
    plan: {
      name: 'kind',
      context: 'kind-kind',
      local: false,
      nodes,
      gates: {},
      extraArgs: { etcd: {}, 'kube-apiserver': {}, 'kube-controller-manager': {}, 'kube-scheduler': {} },
      kubeletConfig: {},
      proxyConfig: {},
      podSubnet: '',
      serviceSubnet: '',
      releaseGiven: true,
    },
    sync: async () => undefined,
    change: ({ components, edits }) => note(`change ${components.join(',')} ${JSON.stringify(edits)}`),
    noteVersion: async () => {},
    startKubelet: (name) => note(`start kubelet of ${name}`),
    startNode: (name) => note(`start ${name}`),
    stopNode: (name) => note(`stop ${name}`),
    stop: async () => {},
  }
  machine.clusters.hasLayout(cluster)
  return asked
}
