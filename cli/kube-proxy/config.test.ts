import { describe, expect, it } from 'vitest'
import { runConfigCommand } from './config.ts'

const head = (version: string): string =>
  `apiVersion: kubeproxy.config.k8s.io/${version}\nkind: KubeProxyConfiguration\n`
const files: Readonly<Record<string, string>> = {
  old: `${head('v1alpha1')}oomScoreAdj: -5\nportRange: 1-2\niptables: {localhostNodePorts: false}\nbindAddressHardFail: true\n`,
  same: `${head('v1alpha2')}linux: {oomScoreAdj: -5}\n`,
  other: `${head('v1alpha2')}linux: {oomScoreAdj: -6}\nmode: ipvs\n`,
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
    expect(await run('diff', 'old', 'same')).toMatchObject({ code: 0, stdout: '' })
    expect(await run('diff', 'same', 'other')).toEqual({
      code: 1,
      stdout: 'linux.oomScoreAdj: -5 -> -6\nmode: "iptables" -> "ipvs"\n',
      stderr: '',
    })
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
