import { describe, expect, it } from 'vitest'
import { runConfigCommand } from './config.ts'

const head = (version: string): string =>
  `apiVersion: kubeproxy.config.k8s.io/${version}\nkind: KubeProxyConfiguration\n`
const files: Readonly<Record<string, string>> = {
  old: `${head('v1alpha1')}oomScoreAdj: -5\nportRange: 1-2\niptables: {localhostNodePorts: false}\nbindAddressHardFail: true\n`,
  same: `${head('v1alpha2')}linux: {oomScoreAdj: -5}\n`,
  other: `${head('v1alpha2')}linux: {oomScoreAdj: -6}\nmode: ipvs\n`,
  ipvs: `${head('v1alpha1')}mode: ipvs\nbindAddress: 10.0.0.1\nclusterCIDR: 10.0.0.0/8\nconntrack: {min: 7}\nwindowsRunAsService: true\niptables: {masqueradeAll: true, masqueradeBit: 3, localhostNodePorts: false}\nipvs: {syncPeriod: 7s, minSyncPeriod: 1s}\nbindAddressHardFail: true\n`,
  moved: `${head('v1alpha2')}mode: ipvs\nnodeIPOverride: [10.0.0.1]\ndetectLocal: {clusterCIDRs: [10.0.0.0/8]}\nlinux: {conntrack: {min: 8}, masqueradeAll: true}\nwindows: {runAsService: true}\niptables: {masqueradeBit: 3}\nipvs: {masqueradeBit: 3}\nsyncPeriod: 7s\n`,
  bad: `${head('v1')}`,
}

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  const code = await runConfigCommand(args, {
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    readText: async (path) => {
      if (files[path] === undefined) throw new Error('no file')
      return files[path]
    },
  })
  return { code, stdout, stderr }
}

describe('kepsim kube-proxy config', () => {
  it('compares by what kube-proxy does, over versions', async () => {
    expect(await run('diff', 'old', 'old')).toMatchObject({ code: 0, stdout: '' })
    expect(await run('diff', 'same', 'other')).toEqual({
      code: 1,
      stdout: 'linux.oomScoreAdj: -5 -> -6\nmode: "iptables" -> "ipvs"\n',
      stderr: '',
    })
  })

  it('shows what has another place as moved, and under both names what changes there', async () => {
    expect(await run('diff', 'old', 'same')).toEqual({
      code: 0,
      stdout: 'oomScoreAdj -> linux.oomScoreAdj: -5 (moved)\n',
      stderr: 'old: portRange: "1-2" is dropped: kube-proxy has had no use for it (v1alpha2)\n',
    })
    expect((await run('diff', 'old', 'other')).stdout).toBe(
      'oomScoreAdj -> linux.oomScoreAdj: -5 -> -6\nmode: "iptables" -> "ipvs"\n',
    )
    const { code, stdout } = await run('diff', 'ipvs', 'moved')
    expect(code).toBe(1)
    expect(stdout.split('\n')).toEqual([
      'clusterCIDR -> detectLocal.clusterCIDRs: ["10.0.0.0/8"] (moved)',
      'iptables.masqueradeBit -> ipvs.masqueradeBit: 3 (moved)',
      'iptables.masqueradeAll -> linux.masqueradeAll: true (moved)',
      'ipvs.minSyncPeriod -> minSyncPeriod: "1s" (moved)',
      'bindAddress -> nodeIPOverride: ["10.0.0.1"] (moved)',
      'ipvs.syncPeriod -> syncPeriod: "7s" (moved)',
      'windowsRunAsService -> windows.runAsService: true (moved)',
      'conntrack.min -> linux.conntrack.min: 7 -> 8',
      '',
    ])
  })

  it('names fields of two old files as they do', async () => {
    expect((await run('diff', 'old', 'ipvs')).stdout).toContain('conntrack.min: 131072 -> 7\n')
  })

  it('converts, and says what is dropped', async () => {
    const { code, stdout, stderr } = await run('convert', 'old')
    expect(code).toBe(0)
    expect(stdout).toContain('apiVersion: kubeproxy.config.k8s.io/v1alpha2\n')
    expect(stderr).toContain('portRange: "1-2" is dropped')
    expect((await run('convert', 'same', '--to', 'v1alpha1')).stdout).toContain('oomScoreAdj: -5\n')
  })

  it('refuses what it cannot read', async () => {
    expect((await run('diff', 'old', 'none')).stderr).toBe(
      'kepsim kube-proxy config: open none: no such file or directory\n',
    )
    expect(await run('convert', 'bad')).toMatchObject({ code: 2, stdout: '' })
    expect((await run('nope')).code).toBe(2)
  })
})
