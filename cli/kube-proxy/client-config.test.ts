import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../component-base/klog.ts'
import { parseRelease } from '../../component-base/release.ts'
import { prepareKubeProxy } from '../../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { clientConfig } from './client-config.ts'

async function clientOf(kubeconfig: string | undefined, ...flags: string[]) {
  const prepared = await prepareKubeProxy(flags, {
    release: parseRelease('1.36'),
    logger: silentLogger,
    notice: () => {},
    readText: () => Promise.reject(new Error('no file')),
  })
  if ('print' in prepared) throw new Error(prepared.print)
  return clientConfig(prepared, async (path) => kubeconfig ?? Promise.reject(new Error(path)))
}

const context = 'current-context: x\ncontexts:\n- {name: x, context: {cluster: c}}\n'
const cluster = 'clusters:\n- {name: c, cluster: {server: "https://1.2.3.4:6443/"}}\n'
const nothing =
  'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable'

describe('the server of a kube-proxy', () => {
  it('stands in the kubeconfig, or on the command line', async () => {
    expect(await clientOf(`${context}${cluster}`, '--kubeconfig=k')).toEqual({
      server: 'https://1.2.3.4:6443',
    })
    expect(await clientOf(`${context}${cluster}`, '--kubeconfig=k', '--master=1.1.1.1:8080')).toEqual({
      server: 'http://1.1.1.1:8080',
    })
    expect(await clientOf('', '--kubeconfig=k', '--master=http://a/')).toEqual({ server: 'http://a' })
    expect(await clientOf(undefined, '--master=http://a')).toEqual({ server: 'http://a' })
  })

  it.each([
    ['', nothing],
    [context, nothing],
    [
      'current-context: x\n',
      'invalid configuration: [context was not found for specified context: x, cluster has no server defined]',
    ],
    ['kind: [', 'error loading config file "k": yaml: line 1: did not find expected node content'],
    [undefined, 'stat k: no such file or directory'],
  ])('is missed in "%s"', async (text, message) => {
    await expect(clientOf(text, '--kubeconfig=k')).rejects.toThrow(message)
  })

  it('is not looked for in a pod', async () => {
    await expect(clientOf(undefined)).rejects.toThrow('unable to load in-cluster configuration')
  })
})
