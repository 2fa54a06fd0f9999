// What a hollow kubelet sends to a real kube-apiserver when it registers a new Node, from the server's audit log.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type WireSequence, wireOutcomesFile } from '../../cases/wire.ts'
import { startRealServer } from '../server/real-server.ts'
import { json } from '../server/server-client.ts'
import { outcomesRecorder } from './recorder.ts'
import { inFolder, runBinary } from './run-binary.ts'

const nodeName = 'hollow-1'
/** Long enough for three status ticks and two renewals of the lease. */
const duration = 32_000

const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'Request', verbs: ['create', 'update', 'patch', 'delete'] },
    { level: 'Metadata', verbs: ['get'] },
  ],
}

interface AuditEvent {
  verb: string
  requestURI: string
  userAgent: string
  requestReceivedTimestamp: string
  responseStatus: { code: number }
  requestObject?: unknown
}

const methods: Readonly<Record<string, string>> = {
  get: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** What tells of the machine, or changes with every write. */
const ofTheHost = [
  'kernelVersion',
  'osImage',
  'machineID',
  'systemUUID',
  'bootID',
  'address',
  'Port',
  'cpu',
  'memory',
]
const leftOut = ['managedFields', 'resourceVersion', 'generation', 'creationTimestamp']

function plain(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !leftOut.includes(name))
        .map(([name, one]) => [name, plain(one, name)]),
    )
  if (ofTheHost.includes(key)) return 'HOST'
  if (typeof value !== 'string') return value
  return time.test(value) ? 'TIME' : value.replace(uid, 'UID').replaceAll(nodeName, 'NODE')
}

const requestOf = ({ verb, requestURI, responseStatus }: AuditEvent): string =>
  `${methods[verb]} ${requestURI.replaceAll(nodeName, 'NODE')} ${responseStatus.code}`

function sequenceOf(events: readonly AuditEvent[], objects: WireSequence['objects']): WireSequence {
  const own = events
    .filter(({ userAgent, requestURI }) => /hollow-kubelet/.test(userAgent) && !/\/events/.test(requestURI))
    .sort((a, b) => (a.requestReceivedTimestamp < b.requestReceivedTimestamp ? -1 : 1))
  const writes = own
    .filter(({ verb }) => verb !== 'get')
    .map((event) => ({
      request: requestOf(event),
      ...(event.requestObject === undefined ? {} : { body: plain(event.requestObject) }),
    }))
  const reads = [...new Set(own.filter(({ verb }) => verb === 'get').map(requestOf))].sort()
  return { writes, reads, objects }
}

const kubeconfig = (port: number): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'c', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'u', user: { token: 'admintoken' } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'c',
  })

/** Starts both, and lets the kubelet run for a while. */
export const recordWire = outcomesRecorder(wireOutcomesFile, ({ binary, etcd }) =>
  inFolder(async (folder) => {
    const [policy, log] = [join(folder, 'policy.json'), join(folder, 'audit.log')]
    writeFileSync(policy, JSON.stringify(auditPolicy))
    const binaries = { 'kube-apiserver': binary('kube-apiserver'), etcd: etcd() }
    const kubemark = binary('kubemark')
    const flags = [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`]
    const server = await startRealServer({ binaries, folder, flags, patience: 180_000 })
    try {
      const config = join(folder, 'kubeconfig')
      writeFileSync(config, kubeconfig(server.port))
      // Its namespace is made by a hook of the server that comes late.
      await pause(3000)
      const args = [
        '--morph=kubelet',
        `--name=${nodeName}`,
        `--kubeconfig=${config}`,
        '--kubelet-port=0',
        '--kubelet-read-only-port=0',
        '--use-host-image-service=false',
      ]
      await runBinary(kubemark, args, { cwd: folder, patience: duration })
      const get = async (path: string) =>
        plain(await json<Record<string, unknown>>(server.client, path)) as Record<string, unknown>
      const objects = {
        node: await get(`/api/v1/nodes/${nodeName}`),
        lease: await get(`/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${nodeName}`),
        csiNode: await get(`/apis/storage.k8s.io/v1/csinodes/${nodeName}`),
      }
      const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
      const events = lines.map((line) => JSON.parse(line) as AuditEvent)
      return [{ input: 'new node', outcome: sequenceOf(events, objects) }]
    } finally {
      await server.stop()
    }
  }),
)
