// Servers on one etcd that send requests on to each other.
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { createAuthority, issueCertificate } from '../../component-base/certificate-authority.ts'
import type { Clock } from '../../component-base/clock.ts'
import { silentLogger } from '../../component-base/klog.ts'
import { servingNames } from '../../server/endpoints/authentication/certificate-store.ts'
import { prepareApiserver } from '../../server/options/prepare-apiserver.ts'
import { startApiserver } from '../../server/start-apiserver.ts'
import type { MemoryEtcd } from '../../server/storage/etcd/memory-etcd.ts'
import { MemoryEtcdClient } from '../../server/storage/etcd/memory-etcd-client.ts'
import type { Server } from '../conformance/server-process.ts'

/** Writes an authority of serving certificates and one of proxies, each with a certificate. @returns the flags that name them */
export async function writePeerCertificates(dir: string): Promise<string[]> {
  const now = Date.now()
  const file = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text, { mode: 0o600 })
    return join(dir, name)
  }
  const [authority, proxies] = [createAuthority('serving', now), createAuthority('proxies', now)]
  const serving = issueCertificate(
    authority,
    { commonName: 'kube-apiserver', names: servingNames, addresses: ['127.0.0.1'], usage: 'server' },
    now,
  )
  const proxy = issueCertificate(proxies, { commonName: 'front-proxy-client', usage: 'client' }, now)
  return [
    `--tls-cert-file=${file('serving.crt', serving.cert)}`,
    `--tls-private-key-file=${file('serving.key', serving.key)}`,
    `--peer-ca-file=${file('serving-ca.crt', authority.cert)}`,
    `--proxy-client-cert-file=${file('proxy.crt', proxy.cert)}`,
    `--proxy-client-key-file=${file('proxy.key', proxy.key)}`,
    `--requestheader-client-ca-file=${file('proxy-ca.crt', proxies.cert)}`,
    '--requestheader-allowed-names=front-proxy-client',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    // Where they reach each other: --peer-advertise-ip changes nothing in real servers.
    '--advertise-address=127.0.0.1',
  ]
}

/** A server of its own machine. `etcd`: a URL, or an etcd of this process; `dir`: with tokens.csv */
interface PeerPlace {
  release: string
  hostname: string
  etcd: string | MemoryEtcd
  dir: string
  clock?: Clock
}

/** Starts a simulated server on an etcd, as on a machine of its own. */
export async function startPeer(
  { release, hostname, etcd, dir, clock }: PeerPlace,
  flags: readonly string[],
): Promise<Server> {
  const port = await freePort()
  const config = prepareApiserver(
    [
      `--release=${release}`,
      ...(typeof etcd === 'string' ? [`--etcd-servers=${etcd}`] : []),
      `--secure-port=${port}`,
      `--token-auth-file=${join(dir, 'tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      ...flags,
    ],
    { logger: silentLogger, notice: () => {} },
  )
  if ('print' in config) throw new Error('no configuration')
  const running = await startApiserver(config, {
    logger: silentLogger,
    mayReachEtcd: true,
    hostname,
    ...(clock === undefined ? {} : { clock }),
    ...(typeof etcd === 'string' ? {} : { connectEtcd: async () => new MemoryEtcdClient(etcd) }),
  })
  return { server: `https://127.0.0.1:${port}`, token: 'admintoken', stop: () => running.close() }
}

/** An answer with its headers. */
export interface PeerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Asks a server as its administrator. */
export function askPeer(
  { server, token }: Server,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<PeerAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
  return new Promise((resolve, reject) => {
    const asked = request(`${server}${path}`, { method, rejectUnauthorized: false, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
