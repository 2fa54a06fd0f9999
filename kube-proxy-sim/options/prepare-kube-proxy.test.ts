import { describe, expect, it } from 'vitest'
import type { Logger } from '../../component-base/klog.ts'
import { formatStructured } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { loadPlan } from '../../plans/load-plan.ts'
import { KubeProxyStartError } from './kube-proxy-start-error.ts'
import { type PreparedKubeProxy, prepareKubeProxy } from './prepare-kube-proxy.ts'

interface Outcome {
  prepared?: PreparedKubeProxy
  error?: string
  print?: string
  of?: 'help' | 'version'
  lines: string[]
}

async function start(
  release: string,
  args: string[],
  files: Record<string, string> = {},
  plan?: string,
): Promise<Outcome> {
  const lines: string[] = []
  const logger: Logger = {
    log: (severity, message) => void lines.push(`${severity} ${message}`),
    logS: (severity, message, values) => void lines.push(`${severity} ${formatStructured(message, values)}`),
  }
  try {
    const prepared = await prepareKubeProxy(args, {
      release: parseRelease(release, plan === undefined ? undefined : loadPlan(plan)),
      logger,
      notice: (line) => void lines.push(line),
      readText: async (path) => {
        if (files[path] === undefined) throw new Error('no file')
        return files[path]
      },
    })
    return 'print' in prepared ? { ...prepared, lines } : { prepared, lines }
  } catch (error) {
    if (error instanceof KubeProxyStartError) return { error: error.message, lines }
    throw error
  }
}

const head = (version: string): string =>
  `apiVersion: kubeproxy.config.k8s.io/${version}\nkind: KubeProxyConfiguration\n`

describe('the command line', () => {
  it('refuses locked and unknown gates', async () => {
    expect((await start('1.36', ['--feature-gates=Nope=true'])).error).toBe(
      'failed complete: unrecognized feature gate: Nope',
    )
    expect((await start('1.36', ['--feature-gates=NFTablesProxyMode=false'])).error).toBe(
      'failed complete: cannot set feature gate NFTablesProxyMode to false, feature is locked to true',
    )
  })

  it('is ignored where a file is given, but for the name of the node and verbosity', async () => {
    const { prepared } = await start(
      '1.36',
      ['--config=f', '--oom-score-adj=1', '--hostname-override= N1 ', '-v=2'],
      { f: `${head('v1alpha1')}hostnameOverride: other\n` },
    )
    expect(prepared?.config).toMatchObject({ hostnameOverride: 'n1', linux: { oomScoreAdj: -999 } })
    expect(prepared?.verbosity).toBe(2)
  })

  it('takes the periods of the mode that it selects, from 1.31 on', async () => {
    const flags = ['--proxy-mode=ipvs', '--iptables-sync-period=5s', '--ipvs-sync-period=7s']
    expect((await start('1.31', flags)).prepared?.config.syncPeriod).toBe('7s')
    expect((await start('1.31', flags.slice(1))).prepared?.config.syncPeriod).toBe('5s')
  })

  it('lets a port of zero switch the health server off, where the configuration is not written', async () => {
    const running = await start('1.36', ['--healthz-port=0'])
    expect(running.prepared?.config.healthzBindAddress).toBe('')
    expect(running.lines[0]).toMatch(/^Flag --healthz-port has been deprecated/)
    const written = await start('1.36', ['--healthz-port=0', '--write-config-to=o'])
    expect(written.prepared?.config.healthzBindAddress).toBe('0.0.0.0:10256')
  })

  it('splits an empty --cluster-cidr to one empty CIDR', async () => {
    expect((await start('1.36', ['--cluster-cidr='])).error).toBe(
      'failed validate: KubeProxyConfiguration.DetectLocalConfiguration.ClusterCIDRs[0]: Invalid value: "": must be a valid CIDR block (e.g. 10.100.0.0/16 or fde4:8dba:82e1::/48)',
    )
  })

  it('offers nftables by its gate before 1.33', async () => {
    expect((await start('1.30', ['--proxy-mode=nftables'])).error).toContain(
      'must be iptables, ipvs or blank',
    )
    const gate = '--feature-gates=NFTablesProxyMode=true'
    expect((await start('1.30', ['--proxy-mode=nftables', gate])).error).toBeUndefined()
    expect((await start('1.32', ['--proxy-mode=nftables'])).error).toBeUndefined()
  })
})

describe('odd values', () => {
  it.each([
    [['--version=v9'], 'invalid argument "v9" for "--version" flag: illegal version string "v9"'],
    [
      ['--version=v1.36.03'],
      'invalid argument "v1.36.03" for "--version" flag: illegal zero-prefixed version component "03" in "v1.36.03"',
    ],
    [['--logging-format='], 'initialize logging: logging.format: Invalid value: "": Unsupported log format'],
  ])('%s', async (args, message) => {
    expect((await start('1.36', args)).error).toBe(message)
  })

  it.each([
    ['iptables: {syncPeriod: 9999999h}', 'time: invalid duration "9999999h"'],
    [
      'logging: {flushFrequency: true}',
      'invalid duration "true": json: cannot unmarshal bool into Go value of type time.Duration',
    ],
    [
      'logging: {flushFrequency: 2.5}',
      'invalid duration "2.5": json: cannot unmarshal number 2.5 into Go value of type time.Duration',
    ],
  ])('of a file: %s', async (body, message) => {
    const { error } = await start('1.36', ['--config=f'], { f: `${head('v1alpha1')}${body}\n` })
    expect(error).toBe(`failed complete: failed to decode: ${message}`)
  })

  it.each([
    ['1.33', '0x80000000'],
    ['1.36', '2147483648'],
  ])('are shown as Go shows them in %s', async (release, shown) => {
    const body = `logging: {verbosity: 2147483648, vmodule: [{filePattern: a, verbosity: 2147483648}]}\n`
    const { error } = await start(release, ['--config=f'], { f: `${head('v1alpha1')}${body}` })
    const invalid = `Invalid value: ${shown}: Must be <= 2147483647`
    expect(error).toBe(`initialize logging: [logging.verbosity: ${invalid}, logging.vmodule[0]: ${invalid}]`)
  })

  it('that are written as they can be read', async () => {
    const body = 'ipvs: {udpTimeout: 1h0m0.000000001s}\nclientConnection: {qps: 2147483647}\n'
    const { prepared } = await start('1.36', ['--config=f'], { f: `${head('v1alpha1')}${body}` })
    expect(prepared?.configText).toContain('  udpTimeout: 1h0m0.000000001s\n')
    expect(prepared?.configText).toContain('  qps: 2147483600\n')
    const flags = await start('1.36', ['--pod-bridge-interface=.inf'])
    expect(flags.prepared?.configText).toContain('  bridgeInterface: ".inf"\n')
  })
})

describe('--version', () => {
  it('prints its help', async () => {
    const { print, of } = await start('1.36', ['--help'])
    expect(of).toBe('help')
    expect(print).toContain('Usage:\n  kube-proxy [flags]\n')
  })

  it('prints the build of the release', async () => {
    expect(await start('1.36', ['--version'])).toMatchObject({ print: 'Kubernetes v1.36.3\n', of: 'version' })
    const { print } = await start('1.36', ['--version=raw'])
    expect(print).toMatch(
      /^version\.Info\{Major:"1", Minor:"36", EmulationMajor:"", .*GitVersion:"v1\.36\.3"/,
    )
  })
})

describe('logging', () => {
  it('becomes JSON where the configuration says so, for errors too', async () => {
    const { lines } = await start('1.36', ['--logging-format=json', '--oom-score-adj=5000'])
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      msg: 'command failed',
      err: 'failed validate: KubeProxyConfiguration.KubeProxyLinuxConfiguration.OOMScoreAdj: Invalid value: 5000: must be within the range [-1000, 1000]',
    })
  })

  it('tells of flags at verbosity 1, in JSON too', async () => {
    const { lines } = await start('1.36', ['--logging-format=json', '-v=1', '--proxy-mode=ipvs'])
    expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'FLAG: --bind-address="0.0.0.0"', v: 1 })
  })

  it('loses splitStream of a file, and puts patterns of the command line first', async () => {
    const file = `${head('v1alpha1')}logging:\n  vmodule: [{filePattern: a, verbosity: 1}]\n  options: {text: {splitStream: true}}\n`
    const { prepared } = await start('1.36', ['--config=f', '--vmodule=b=2'], { f: file })
    expect(prepared?.config.logging.options?.text).toEqual({ infoBufferSize: '0' })
    expect(prepared?.config.logging.vmodule).toEqual([
      { filePattern: 'b', verbosity: 2 },
      { filePattern: 'a', verbosity: 1 },
    ])
  })
})

describe('plans', () => {
  it('of KEP-784 read both versions and write the newer', async () => {
    for (const version of ['v1alpha1', 'v1alpha2']) {
      const { prepared } = await start('1.37', ['--config=f'], { f: head(version) }, 'kep-784')
      expect(prepared?.configText).toContain('apiVersion: kubeproxy.config.k8s.io/v1alpha2')
    }
    expect((await start('1.36', ['--config=f'], { f: head('v1alpha2') })).error).toBe(
      'failed complete: failed to decode: no kind "KubeProxyConfiguration" is registered for version "kubeproxy.config.k8s.io/v1alpha2" in scheme "pkg/runtime/scheme.go:111"',
    )
  })

  it.each([
    [
      'nodeIPOverride: [bad]',
      'NodeIPOverride[0]: Invalid value: "bad": not a valid textual representation of an IP address',
    ],
    [
      'nodeIPOverride: [10.0.0.1, 10.0.0.2]',
      'NodeIPOverride: Invalid value: ["10.0.0.1","10.0.0.2"]: must be either a single IP address or one of each family',
    ],
    [
      'ipFamilyPolicy: Both',
      'IPFamilyPolicy: Unsupported value: "Both": supported values: "SingleStack", "PreferDualStack", "RequireDualStack", ""',
    ],
    [
      'mode: ipvs\nipvs: {masqueradeBit: 32}',
      'KubeProxyIPVSConfiguration.MasqueradeBit: Invalid value: 32: must be within the range [0, 31]',
    ],
  ])('of KEP-784 validate %s', async (body, message) => {
    const files = { f: `${head('v1alpha2')}${body}\n` }
    const { error } = await start('1.37', ['--config=f'], files, 'kep-784')
    expect(error).toBe(`failed validate: KubeProxyConfiguration.${message}`)
  })

  it('of KEP-5495 end the ipvs mode, unless its gate is on', async () => {
    const ipvs = '--proxy-mode=ipvs'
    const ended = /the ipvs mode has ended: use "nftables"/
    expect((await start('1.39', [ipvs], {}, 'kep-5495')).error).toBeUndefined()
    expect((await start('1.40', [ipvs], {}, 'kep-5495')).error).toMatch(ended)
    const gate = '--feature-gates=KubeProxyIPVS=true'
    expect((await start('1.40', [ipvs, gate], {}, 'kep-5495')).error).toBeUndefined()
    expect((await start('1.46', [ipvs], {}, 'kep-5495')).error).toMatch(ended)
    const valid =
      'must be iptables, nftables or blank (blank means the best-available proxy [currently iptables])'
    for (const mode of [ipvs, '--proxy-mode=foo'])
      expect((await start('1.43', [mode], {}, 'kep-5495')).error).toContain(valid)
  })
})
