import { describe, expect, it } from 'vitest'
import { loadRelease } from '../../component-base/release.ts'
import { kubeletLog } from './kubelet-log.ts'
import { KubeletStartError } from './kubelet-start-error.ts'
import { type PreparedKubelet, prepareKubelet } from './prepare-kubelet.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** Starts on a disk of files; `error` is what the kubelet ends with. */
async function start(
  release: string,
  args: string[],
  files: Record<string, string> = {},
): Promise<{ prepared?: PreparedKubelet; error?: string; exitCode?: number; lines: string[] }> {
  const lines: string[] = []
  const logger = kubeletLog({
    write: (l) => void lines.push(l.replace(/^[^\]]*\] /, '').trimEnd()),
    now: () => 0,
  })
  try {
    const prepared = await prepareKubelet(args, {
      release: loadRelease(release),
      logger,
      notice: (l) => void lines.push(l),
      readText: async (path) => {
        const text = files[path]
        if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' })
        return text
      },
      listFiles: async (folder) =>
        Object.keys(files)
          .filter((f) => f.startsWith(`${folder}/`))
          .sort(),
    })
    return { prepared, lines }
  } catch (error) {
    if (!(error instanceof KubeletStartError)) throw error
    return { error: error.message, exitCode: error.exitCode, lines }
  }
}

describe('the configuration of a kubelet', () => {
  it('comes from the file, then its drop-ins by name, then the flags', async () => {
    const files = {
      '/k.yaml': `${header}maxPods: 1\npodsPerCore: 1\nnodeLeaseDurationSeconds: 10\n`,
      '/d/20.conf': `${header}podsPerCore: 3\n`,
      '/d/10.conf': `${header}podsPerCore: 2\nnodeLeaseDurationSeconds: 20\n`,
      '/d/30.txt': 'not read',
    }
    const { prepared } = await start('1.34', ['--config=/k.yaml', '--config-dir=/d', '--max-pods=9'], files)
    expect(prepared!.config).toMatchObject({ maxPods: 9, podsPerCore: 3, nodeLeaseDurationSeconds: 20 })
    expect(prepared!.settings.nodeLeaseDurationSeconds).toBe(20)
  })

  it('merges gates of file and flags', async () => {
    const files = { '/k.yaml': `${header}featureGates: {DisableNodeKubeProxyVersion: false}\n` }
    const { prepared } = await start('1.34', ['--config=/k.yaml', '--feature-gates=AllAlpha=false'], files)
    expect(prepared!.gates.enabled('DisableNodeKubeProxyVersion')).toBe(false)
  })

  it('reports as often as it computes the status, where only that is given', async () => {
    const files = { '/k.yaml': `${header}nodeStatusUpdateFrequency: 5s\n` }
    expect((await start('1.30', ['--config=/k.yaml'], files)).prepared!.settings).toMatchObject({
      nodeStatusUpdateFrequency: 5000,
      nodeStatusReportFrequency: 5000,
    })
  })

  it('takes relative paths from the folder of the file, and says what a strict reading refuses', async () => {
    const files = { '/etc/k.yaml': `${header}podLogsDir: logs\nnope: 1\n` }
    const { prepared, lines } = await start('1.36', ['--config=/etc/k.yaml'], files)
    expect(prepared!.config.podLogsDir).toBe('/etc/logs')
    expect(lines[0]).toBe(
      '"Using lenient decoding as strict decoding failed" err="strict decoding error: unknown field \\"nope\\""',
    )
  })

  it.each([
    [
      '1.31',
      1,
      'failed to set feature gates from initial flags-based config: unrecognized feature gate: Nope',
    ],
    ['1.32', 2, /^panic: failed to merge global and in-flight KubeletConfiguration .* gate: Nope/],
  ])('ends with a gate that %s does not know', async (release, exitCode, message) => {
    const outcome = await start(release, ['--config=/k.yaml'], {
      '/k.yaml': `${header}featureGates: {Nope: true}\n`,
    })
    expect(outcome.exitCode).toBe(exitCode)
    expect(outcome.error).toMatch(message)
  })
})

describe('rules that changed between releases', () => {
  const validation = (release: string, ...args: string[]) =>
    start(release, args).then((o) => o.error?.replace(/^.* error: (.*), path: .*$/, '$1') ?? o.error)

  it.each([
    ['1.33', '--cloud-config=', undefined],
    ['1.34', '--cloud-config=', 'failed to parse kubelet flag: unknown flag: --cloud-config'],
    ['1.31', '--runonce', undefined],
    [
      '1.32',
      '--runonce',
      'invalid configuration: runOnce (--runOnce) true, Runonce mode has been deprecated and should not be set',
    ],
    ['1.32', '--container-log-max-files=1', undefined],
    [
      '1.33',
      '--container-log-max-files=1',
      'invalid configuration: containerLogMaxFiles must be greater than 1',
    ],
    [
      '1.34',
      '--log-flush-frequency=0s',
      'panic: non-positive interval for NewTicker\n\ngoroutine 1 [running]:',
    ],
    [
      '1.35',
      '--log-flush-frequency=0s',
      'initialize logging: logging.flushFrequency: Invalid value: "0s": Must be greater than zero',
    ],
    ['1.31', '--cloud-provider=x', 'failed to run Kubelet: unknown cloud provider "x"'],
    ['1.34', '--cloud-provider=x', undefined],
    [
      '1.31',
      '--enforce-node-allocatable=pods,pods',
      'invalid configuration: duplicated enforcements "pods" in enforceNodeAllocatable (--enforce-node-allocatable)',
    ],
    ['1.30', '--enforce-node-allocatable=pods,pods', undefined],
    [
      '1.31',
      '--enforce-node-allocatable=kube-reserved',
      'invalid configuration: kubeReservedCgroup (--kube-reserved-cgroup) must be specified when "kube-reserved" contained in enforceNodeAllocatable (--enforce-node-allocatable)',
    ],
    [
      '1.32',
      '--feature-gates=KubeletCrashLoopBackOffMax=true',
      'invalid configuration: FeatureGate KubeletCrashLoopBackOffMax is enabled, CrashLoopBackOff.MaxContainerRestartPeriod must be set',
    ],
  ])('%s %s', async (release, flag, message) => {
    expect(await validation(release, flag)).toBe(message)
  })

  const pair = '--node-ip=10.0.0.1,fd00::1'
  const external = '--cloud-provider=external'
  const both = '--feature-gates=CloudDualStackNodeIPs'
  // As upstream's ParseNodeIPArgument and, before, RunKubelet.
  it.each([
    ['1.25', '--node-ip=10.0.0.1,10.0.0.2', /: bad --node-ip "10.0.0.1,10.0.0.2"; must contain either/],
    ['1.36', '--node-ip=10.0.0.1,10.0.0.2', /: bad --node-ip "10.0.0.1,10.0.0.2": must contain either/],
    ['1.36', '--node-ip=10.0.0.1,fd00::1,fd00::2', /: must contain either a single IP or a dual-stack pair/],
    [
      '1.25',
      '--node-ip=10.0.0.1,::',
      /: dual-stack --node-ip "10.0.0.1,::" cannot include '0.0.0.0' or '::'$/,
    ],
    ['1.36', '--node-ip=10.0.0.1,::', /: dual-stack node IP cannot include '0.0.0.0' or '::'$/],
    [
      '1.25',
      `${external} ${pair}`,
      /: dual-stack --node-ip "10.0.0.1,fd00::1" not supported when using a cloud/,
    ],
    ['1.27', `${external} ${pair}`, /: dual-stack not supported in this configuration$/],
    ['1.28', `${external} ${pair} ${both}=true`, undefined],
    ['1.29', `${external} ${pair}`, undefined],
    ['1.29', `${external} ${pair} ${both}=false`, /: dual-stack not supported/],
    ['1.36', `${external} ${pair}`, undefined],
    ['1.36', `--cloud-provider=x ${pair}`, /: dual-stack not supported in this configuration$/],
    ['1.24', pair, undefined],
  ])('%s %s', async (release, flags, message) => {
    const { error } = await start(release, flags.split(' '))
    if (message === undefined) expect(error).toBeUndefined()
    else expect(error).toMatch(message)
  })

  it('warns about a gate as often as the real kubelet', async () => {
    const { lines } = await start('1.36', ['--feature-gates=DisableNodeKubeProxyVersion=true'])
    expect(lines.filter((l) => l.includes('deprecated feature gate'))).toHaveLength(4)
  })
})
