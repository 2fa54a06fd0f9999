// Upstream: hack/local-up-cluster.sh of each release. It stays up in the machine's background, as in another terminal.

import type { StartFailure } from '../../cluster/component-start.ts'
import { minorOf } from '../../component-base/minor.ts'
import { gatesIn } from '../../featuregates/parse-gates.ts'
import { writeAuthorities } from './certificates.ts'
import type { CommandResult } from './command-result.ts'
import { localUpDialect } from './dialect.ts'
import { kubeletConfig, kubeProxyConfig } from './local-up-configs.ts'
import { applyStorageClass } from './local-up-storage.ts'
import type { Machine } from './machine.ts'

type Environment = (name: string, fallback?: string) => string

/** Runs the script of the checked out branch with the environment that it is given. */
export async function localUpCluster(
  machine: Machine,
  env: ReadonlyMap<string, string>,
): Promise<CommandResult> {
  const variable: Environment = (name, fallback = '') => env.get(name) || fallback
  const run = new LocalUp(machine, variable)
  return run.start()
}

/** Flags of the kubelet that the script of one release gives it, and that of another does not. */
function flagsOfScript(minor: number): readonly string[] {
  const { cloudFlags, runtimeFlags } = localUpDialect(minor)
  return [...cloudFlags, ...runtimeFlags]
}

/** A kubelet's command line as the script of another release has it: kubelets do not know flags that others need. */
export function kubeletArgsOfScript(args: readonly string[], from: string, to: string): string[] {
  const before = flagsOfScript(minorOf(from))
  const after = flagsOfScript(minorOf(to))
  const kept = args.filter((arg) => !before.includes(arg) || after.includes(arg))
  return [...after.filter((flag) => !before.includes(flag)), ...kept]
}

class LocalUp {
  private readonly machine: Machine
  private readonly env: Environment
  private readonly release: string
  private readonly minor: number
  private readonly gates: string
  private readonly certDir: string
  private readonly logDir: string
  private readonly tmp: string
  private out = ''

  constructor(machine: Machine, env: Environment) {
    this.machine = machine
    this.env = env
    this.release = machine.sources.checkedOutRelease()
    this.minor = minorOf(this.release)
    this.gates = env('FEATURE_GATES', 'AllAlpha=false')
    this.certDir = env('CERT_DIR', '/var/run/kubernetes')
    this.logDir = env('LOG_DIR', '/tmp')
    this.tmp = localUpDialect(this.minor).hasOwnFolder
      ? env('TMP_DIR') || machine.newTempDir('local-up-cluster.sh')
      : '/tmp'
    machine.localUp.configuredIn(this.tmp)
  }

  async start(): Promise<CommandResult> {
    const { machine } = this
    await machine.cluster.stop()
    // What it was asked for, until it says what it has.
    machine.cluster.startedAs({ release: this.release, gates: gatesIn(this.gates) })
    const node = this.env('HOSTNAME_OVERRIDE', '127.0.0.1')
    for (const name of ['kube-apiserver', 'kube-controller-manager', `kubelet/${node}`, `kube-proxy/${node}`])
      machine.cluster.means(name, machine.sources.meantBy())
    this.say('API SERVER secure port is free, proceeding...')
    this.say(`Detected host and ready to start services.  Doing some housekeeping first...`)
    this.say('Starting services now!')
    const failed =
      (await this.apiserver()) ?? (await this.controllers()) ?? (await this.kubelet()) ?? (await this.proxy())
    if (failed !== undefined) return failed
    await this.storageClass()
    this.success()
    return { stdout: this.out, stderr: '', exitCode: 0 }
  }

  private say(line: string): void {
    this.out += `${line}\n`
  }

  private base(args: string[]) {
    return {
      release: this.release,
      version: this.machine.sources.buildVersion(),
      args,
      readFile: this.machine.readFile,
    }
  }

  private async fail(component: string, failure: StartFailure): Promise<CommandResult> {
    const { stderr } = failure
    const log = `${this.logDir}/${component}.log`
    await this.machine.writeFile(log, stderr)
    this.machine.incidents.noteFailure({ ...failure, component, release: this.release })
    await this.machine.cluster.stop()
    const hint =
      component === 'kubelet'
        ? ''
        : `check ${component === 'kube-apiserver' ? 'apiserver' : component} logs: ${log}\n`
    return { stdout: this.out + hint, stderr, exitCode: 1 }
  }

  private async apiserver(): Promise<CommandResult | undefined> {
    const started = await this.machine.cluster.startApiserver({
      ...this.base(this.apiserverArgs()),
      dataDir: await this.dataDir(),
    })
    if (!started.ok) return this.fail('kube-apiserver', started)
    const told = started.component.gates
    if (told !== undefined) this.machine.cluster.startedAs({ release: this.release, gates: told.set })
    this.machine.localUp.logsTo(this.logDir)
    for (const [file, user] of Object.entries(kubeconfigs)) {
      await this.machine.writeFile(`${this.certDir}/${file}`, started.component.kubeconfig(user))
    }
    await writeAuthorities(this.machine, this.certDir, started.component.kubeconfig('admin'))
    await this.machine.writeFile(`${this.machine.home}/.kube/config`, started.component.kubeconfig('admin'))
    this.say('Waiting for apiserver to come up')
    return undefined
  }

  private apiserverArgs(): string[] {
    const { env } = this
    const policies = localUpDialect(this.minor).podSecurityPolicies && env('PSP_ADMISSION') !== ''
    const plugins = `NamespaceLifecycle,LimitRanger,ServiceAccount${policies ? ',PodSecurityPolicy' : ''},DefaultStorageClass,DefaultTolerationSeconds,Priority,MutatingAdmissionWebhook,ValidatingAdmissionWebhook,ResourceQuota,NodeRestriction`
    const runtimeConfig = env('RUNTIME_CONFIG')
    return [
      this.authorization(),
      `--v=${env('LOG_LEVEL', '3')}`,
      `--enable-admission-plugins=${env('ENABLE_ADMISSION_PLUGINS', plugins)}`,
      `--disable-admission-plugins=${env('DISABLE_ADMISSION_PLUGINS')}`,
      `--service-cluster-ip-range=${env('SERVICE_CLUSTER_IP_RANGE', '10.0.0.0/24')}`,
      ...(runtimeConfig === '' ? [] : [`--runtime-config=${runtimeConfig}`]),
      `--feature-gates=${this.gates}`,
      ...this.emulatedVersion(),
    ]
  }

  private authorization(): string {
    const file = localUpDialect(this.minor).authorizationConfig ? this.env('AUTHORIZATION_CONFIG') : ''
    return file === ''
      ? `--authorization-mode=${this.env('AUTHORIZATION_MODE', 'Node,RBAC')}`
      : `--authorization-config=${file}`
  }

  private emulatedVersion(): string[] {
    const emulated = localUpDialect(this.minor).emulatedVersion ? this.env('EMULATED_VERSION') : ''
    return emulated === '' ? [] : [`--emulated-version=kube=${emulated}`]
  }

  /** PRESERVE_ETCD without ETCD_DIR keeps a directory that the next run does not know. */
  private dataDir(): Promise<string> {
    const kept = this.env('PRESERVE_ETCD') === 'true' ? this.env('ETCD_DIR') : ''
    return this.machine.stores.dataDirOf(kept === '' ? `${this.tmp}/etcd` : this.machine.absolute(kept))
  }

  private async controllers(): Promise<CommandResult | undefined> {
    const apiserver = this.machine.cluster.apiserver!
    const started = await this.machine.cluster.startControllers({
      ...this.base([
        `--feature-gates=${this.gates}`,
        ...this.emulatedVersion(),
        `--enable-hostpath-provisioner=${this.env('ENABLE_HOSTPATH_PROVISIONER', 'false')}`,
      ]),
      apiserver,
    })
    return started.ok ? undefined : this.fail('kube-controller-manager', started)
  }

  private async kubelet(): Promise<CommandResult | undefined> {
    if (this.env('START_MODE', 'all').includes('nokubelet')) return undefined
    const config = `${this.tmp}/kubelet.yaml`
    if (this.env('FAIL_SWAP_ON', 'false') === 'false')
      this.say(
        'WARNING : The kubelet is configured to not fail even if swap is enabled; production deployments should disable swap unless testing NodeSwap feature.',
      )
    await this.machine.writeFile(
      config,
      kubeletConfig({ minor: this.minor, gates: this.gates, certDir: this.certDir, env: this.env }),
    )
    const flags = this.env('KUBELET_FLAGS')
      .split(/\s+/)
      .filter((f) => f !== '')
    const node = this.env('HOSTNAME_OVERRIDE', '127.0.0.1')
    const args = [
      `--v=${this.env('LOG_LEVEL', '3')}`,
      '--vmodule=',
      `--hostname-override=${node}`,
      ...flagsOfScript(this.minor),
      `--bootstrap-kubeconfig=${this.certDir}/kubelet.kubeconfig`,
      `--kubeconfig=${this.certDir}/kubelet-rotated.kubeconfig`,
      ...flags,
      `--config=${config}`,
    ]
    const started = await this.machine.clusters.startKubelet({ node, release: this.release, args })
    if (!started.ok) return this.fail('kubelet', started)
    this.say(`kubelet ( ${this.machine.cluster.pids.get(`kubelet/${node}`)} ) is running.`)
    this.say('wait kubelet ready')
    this.say(`${node}   Ready    <none>   1s    ${this.machine.sources.buildVersion() ?? `v${this.release}`}`)
    this.say('2')
    return undefined
  }

  private async proxy(): Promise<CommandResult | undefined> {
    if (this.env('START_MODE', 'all') === 'kubeletonly') return undefined
    const config = `${this.tmp}/kube-proxy.yaml`
    const node = this.env('HOSTNAME_OVERRIDE', '127.0.0.1')
    await this.machine.writeFile(
      config,
      kubeProxyConfig({ gates: this.gates, certDir: this.certDir, node, mode: this.env('KUBE_PROXY_MODE') }),
    )
    const args = [
      `--v=${this.env('LOG_LEVEL', '3')}`,
      `--config=${config}`,
      `--master=${this.machine.cluster.apiserver!.url}`,
    ]
    const started = await this.machine.clusters.startKubeProxy({ node, release: this.release, args })
    return started.ok ? undefined : this.fail('kube-proxy', started)
  }

  private async storageClass(): Promise<void> {
    if (this.env('KUBE_DEFAULT_STORAGE_CLASS', 'true') !== 'true') return
    const provider = this.env('CLOUD_PROVIDER')
    if (provider !== '') return this.say(`No storage class available for ${provider}.`)
    this.say(`Create default storage class for ${provider}`)
    const { apiserver, runtime } = this.machine.cluster
    await applyStorageClass(apiserver!, runtime.connect)
  }

  private success(): void {
    this.say('Local Kubernetes cluster is running. Press Ctrl-C to shut it down.\n')
    if (localUpDialect(this.minor).listsConfigurations)
      this.say(`Configurations:\n  ${this.tmp}/kube-proxy.yaml\n  ${this.tmp}/kubelet.yaml\n`)
    const logs = [
      'etcd',
      'kube-apiserver',
      'kube-controller-manager',
      '',
      'kube-proxy',
      'kube-scheduler',
      'kubelet',
    ]
    this.say(`Logs:\n${logs.map((l) => (l === '' ? '  ' : `  ${this.logDir}/${l}.log`)).join('\n')}\n`)
    this.say(
      `To start using your cluster, you can open up another terminal/tab and run:\n\n  export KUBECONFIG=${this.certDir}/admin.kubeconfig\n  cluster/kubectl.sh`,
    )
  }
}

const kubeconfigs: Readonly<Record<string, string>> = {
  'admin.kubeconfig': 'admin',
  'kubelet.kubeconfig': 'admin',
  'kubelet-rotated.kubeconfig': 'admin',
  'kube-proxy.kubeconfig': 'admin',
  'controller.kubeconfig': 'admin',
  'scheduler.kubeconfig': 'admin',
}
