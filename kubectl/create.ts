// `create -f` and the common generators.
import type { KubeObject } from '../server/apimachinery/json.ts'
import { readManifests } from './manifests.ts'
import type { Session } from './session.ts'
import { KubectlError } from './usage-error.ts'
import { createObject, each } from './write.ts'

export async function create(session: Session, words: string[]): Promise<number> {
  const raw = session.line.get('raw')
  if (raw !== undefined) {
    const file = session.line.get('filename') ?? '-'
    const body = file === '-' ? await session.host.stdin() : await session.host.readFile(file)
    session.host.stdout(await (await session.transport()).text(raw, { method: 'POST', body }))
    return 0
  }
  if (words.length === 0)
    return each(session, await readManifests(session), (object) => createObject(session, object))
  const [kind = '', ...rest] = words
  await createObject(session, await generate(session, kind, rest))
  return 0
}

async function generate(session: Session, kind: string, words: string[]): Promise<KubeObject> {
  const name = words.at(-1)
  if (name === undefined) throw new KubectlError(`exactly one NAME is required, got 0`)
  const metadata = { name }
  if (kind === 'namespace' || kind === 'ns') return { apiVersion: 'v1', kind: 'Namespace', metadata }
  if (kind === 'serviceaccount' || kind === 'sa')
    return { apiVersion: 'v1', kind: 'ServiceAccount', metadata }
  if (kind === 'configmap' || kind === 'cm')
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: await literals(session) }
  if (kind === 'secret') {
    const data = Object.fromEntries(
      Object.entries(await literals(session)).map(([k, v]) => [k, Buffer.from(v).toString('base64')]),
    )
    return { apiVersion: 'v1', kind: 'Secret', type: session.line.get('type') ?? 'Opaque', metadata, data }
  }
  if (kind === 'deployment' || kind === 'deploy') return deployment(session, name)
  if (kind === 'service' || kind === 'svc') return service(session, words[0] ?? '', name)
  throw new KubectlError(`unknown command "${kind}"`)
}

async function literals(session: Session): Promise<Record<string, string>> {
  const data: Record<string, string> = {}
  for (const text of session.line.all('from-literal'))
    data[text.slice(0, text.indexOf('='))] = text.slice(text.indexOf('=') + 1)
  for (const text of session.line.all('from-file')) {
    const at = text.indexOf('=')
    const path = text.slice(at + 1)
    data[at < 0 ? path.slice(path.lastIndexOf('/') + 1) : text.slice(0, at)] =
      await session.host.readFile(path)
  }
  return data
}

function deployment(session: Session, name: string): KubeObject {
  const image = session.line.get('image')
  if (image === undefined) throw new KubectlError('required flag(s) "image" not set')
  const labels = { app: name }
  const container = image.replace(/^.*\//, '').replace(/[:@].*$/, '')
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas: Number(session.line.get('replicas') ?? 1),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: container, image }] } },
    },
  }
}

function service(session: Session, type: string, name: string): KubeObject {
  const types: Readonly<Record<string, string>> = {
    clusterip: 'ClusterIP',
    nodeport: 'NodePort',
    loadbalancer: 'LoadBalancer',
  }
  const ports = session.line
    .all('tcp')
    .flatMap((p) => p.split(','))
    .map((p) => {
      const [port = '', target = port] = p.split(':')
      return { name: p.replace(':', '-'), port: Number(port), protocol: 'TCP', targetPort: Number(target) }
    })
  if (types[type] === undefined)
    throw new KubectlError(`unknown command "${type}" for "kubectl create service"`)
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { app: name } },
    spec: { type: types[type], selector: { app: name }, ports },
  }
}
