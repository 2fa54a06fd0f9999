// kepsim's kube-apiserver with the rest of a control plane as upstream has it: kube-controller-manager, kube-scheduler and two
// hollow nodes (kubemark).
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import { freePort } from '../../cluster/free-port.ts'
import { adminKubeconfig } from '../../scripts/record/server/admin.ts'
import { Component } from '../../scripts/record/server/real-server.ts'
import { writeKeys } from '../../scripts/record/server/service-account-keys.ts'
import { type ServerProcess, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import type { TestCluster } from './cluster.ts'

const names = ['kube-controller-manager', 'kube-scheduler', 'kubemark'] as const
const nodes = ['hollow-1', 'hollow-2']
const readyTimeoutMs = 180_000

/** Of the components that are needed beside e2e.test, those that the folder does not have. */
export const missingComponents = (binaries: string): string[] =>
  names.filter((name) => !existsSync(join(binaries, name)))

/**
 * Starts kepsim's kube-apiserver of 1.36, and with it the real components in `binaries`. Rejects with the last line of one that
 * does not start; nothing runs on then.
 */
export async function startRealControllers(binaries: string): Promise<TestCluster> {
  const { dir, remove } = serverFolder()
  const running: { stop(): Promise<void> }[] = []
  const stop = async (): Promise<void> => {
    // The server last: the others say goodbye to it.
    for (const one of running.reverse()) await one.stop()
    remove()
  }
  try {
    writeKeys(dir)
    const server = await startServer(dir)
    running.push(server)
    const kubeconfig = join(dir, 'kubeconfig')
    writeFileSync(kubeconfig, adminKubeconfig(server), { mode: 0o600 })
    const components = (await commandLines(kubeconfig, dir)).map(
      ([name, program, args]) => new Component(join(binaries, program), args, dir, name),
    )
    running.push(...components)
    await nodesReady(adminKubeconfig(server), components)
    return { kubeconfig, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startServer = (dir: string): Promise<ServerProcess> =>
  startServerProcess({
    release: '1.36',
    dir,
    flags: [
      `--service-account-key-file=${join(dir, 'sa.pub')}`,
      `--service-account-signing-key-file=${join(dir, 'sa.key')}`,
      '--allow-privileged=true',
    ],
  })

type CommandLine = [name: string, program: string, args: string[]]

async function commandLines(kubeconfig: string, dir: string): Promise<CommandLine[]> {
  const common = async (): Promise<string[]> => [
    `--kubeconfig=${kubeconfig}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    `--secure-port=${await freePort()}`,
  ]
  const manager = [
    ...(await common()),
    `--service-account-private-key-file=${join(dir, 'sa.key')}`,
    `--root-ca-file=${join(dir, 'certs/ca.crt')}`,
    '--allocate-node-cidrs',
    '--cluster-cidr=10.244.0.0/16',
    // Tests of one cluster follow each other closely; the default of 20 a second makes them wait for the one before.
    '--kube-api-qps=200',
    '--kube-api-burst=400',
  ]
  const kubelet = async (name: string): Promise<CommandLine> => [
    name,
    'kubemark',
    [
      '--morph=kubelet',
      `--name=${name}`,
      `--kubeconfig=${kubeconfig}`,
      `--kubelet-port=${await freePort()}`,
      `--kubelet-read-only-port=${await freePort()}`,
      '--use-host-image-service=false',
    ],
  ]
  return [
    ['kube-controller-manager', 'kube-controller-manager', manager],
    ['kube-scheduler', 'kube-scheduler', await common()],
    ...(await Promise.all(nodes.map(kubelet))),
  ]
}

async function nodesReady(kubeconfig: string, components: readonly Component[]): Promise<void> {
  const client = new RestClient(parseKubeconfig(kubeconfig), 'e2e')
  const deadline = Date.now() + readyTimeoutMs
  try {
    for (;;) {
      const { items } = await client.get<{ items: KubeObject[] | null }>('/api/v1/nodes')
      if ((items ?? []).filter(isReady).length === nodes.length) return
      const ended = components.find((one) => one.ended)
      if (ended !== undefined) throw new Error(`a component ended: ${ended.lastLine()}`)
      if (Date.now() > deadline)
        throw new Error(`the hollow nodes are not ready: ${components.at(-1)!.lastLine()}`)
      await pause(500)
    }
  } finally {
    client.close()
  }
}

interface NodeStatus {
  conditions?: { type: string; status: string }[]
}

const isReady = ({ status }: KubeObject): boolean =>
  ((status ?? {}) as NodeStatus).conditions?.some(
    ({ type, status: is }) => type === 'Ready' && is === 'True',
  ) ?? false
