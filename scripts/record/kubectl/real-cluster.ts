// A real control plane with a hollow node, for a real kubectl to speak to.
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../cluster/free-port.ts'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { adminKubeconfig } from '../server/admin.ts'
import { Component, startRealServer } from '../server/real-server.ts'
import { json } from '../server/server-client.ts'

/** The only node. */
export const nodeName = 'node-1'

/** A cluster that runs. `stop` ends all of its components. */
export interface RealCluster {
  url: string
  /** The path of an administrator's kubeconfig. */
  kubeconfig: string
  stop(): Promise<void>
}

/** The components beside the server, and their flags. Ports of their own, so that several clusters can be side by side. */
async function others(kubeconfig: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const [manager, scheduler, kubelet] = await Promise.all([freePort(), freePort(), freePort()])
  const common = [`--kubeconfig=${kubeconfig}`, '--leader-elect=false']
  return {
    'kube-controller-manager': [
      ...common,
      `--secure-port=${manager}`,
      '--cert-dir=manager',
      '--service-account-private-key-file=sa.key',
      '--root-ca-file=certs/apiserver.crt',
    ],
    'kube-scheduler': [...common, `--secure-port=${scheduler}`, '--cert-dir=scheduler'],
    kubemark: [
      '--morph=kubelet',
      `--name=${nodeName}`,
      `--kubeconfig=${kubeconfig}`,
      `--kubelet-port=${kubelet}`,
      '--kubelet-read-only-port=0',
      '--use-host-image-service=false',
    ],
  }
}

/** The first of the folders that holds the program. */
function binaryIn(folders: readonly string[], name: string): string {
  const found = folders.map((folder) => resolve(folder, name)).find(existsSync)
  if (found === undefined) throw new RecordError(`${folders.join(', ')} hold no ${name}`)
  return found
}

interface NodeObject {
  status?: { conditions?: { type: string; status: string }[] }
}

const isReady = ({ status }: NodeObject): boolean =>
  status?.conditions?.some(({ type, status: s }) => type === 'Ready' && s === 'True') ?? false

/**
 * Starts etcd, kube-apiserver, kube-controller-manager, kube-scheduler and a hollow kubelet, and resolves when its node is ready and the
 * service account of pods is there. `folders` hold the binaries, the first first; `folder` takes what they write.
 */
export async function startRealCluster(folders: readonly string[], folder: string): Promise<RealCluster> {
  const binaries = findBinaries(folders[0]!, process.env['PATH'] ?? '')
  const server = await startRealServer({ binaries, folder, flags: [], patience: 180_000 })
  const components: Component[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(components.map((component) => component.stop()))
    await server.stop()
  }
  const url = server.target.server
  const kubeconfig = join(folder, 'kubeconfig')
  const settled = async (): Promise<boolean> => {
    const node = await json<NodeObject>(server.client, `/api/v1/nodes/${nodeName}`)
    const account = await json<object>(server.client, '/api/v1/namespaces/default/serviceaccounts/default')
    return isReady(node) && 'metadata' in account
  }
  try {
    writeFileSync(kubeconfig, adminKubeconfig(server.target))
    for (const [name, flags] of Object.entries(await others(kubeconfig)))
      components.push(new Component(binaryIn(folders, name), flags, folder, name))
    for (let left = 600; !(await settled().catch(() => false)); left--) {
      if (left === 0) throw new RecordError(`${nodeName} is not ready`)
      await pause(100)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url, kubeconfig, stop }
}
