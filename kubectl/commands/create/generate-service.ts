// Upstream: kubectl/pkg/cmd/create/create_service.go, create_ingress.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { KubectlError } from '../../errors.ts'
import type { Session } from '../../session.ts'
import type { Generator } from './generator.ts'
import { intOrString, objectMeta } from './typed.ts'

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0)
    throw new KubectlError(`strconv.ParseUint: parsing "${text}": invalid syntax`)
  if (port < 1 || port > 65535) throw new KubectlError('must be between 1 and 65535, inclusive')
  return port
}

function parsePorts(text: string, nodePort: number): object {
  const [first = '', second] = text.split(':')
  if (second !== undefined && second === '') throw new KubectlError('target port must not be empty')
  return {
    name: text.replaceAll(':', '-'),
    ...(nodePort === 0 ? {} : { nodePort }),
    port: parsePort(first),
    protocol: 'TCP',
    targetPort: second === undefined ? Number(first) : intOrString(second),
  }
}

const service =
  (type: string) =>
  async (session: Session, name: string): Promise<KubeObject> => {
    const { flags } = session
    const clusterIP = flags.string('clusterip')
    const ports = flags.strings('tcp')
    const externalName = flags.string('external-name')
    if (clusterIP === 'None' && type !== 'ClusterIP')
      throw new KubectlError('ClusterIP=None can only be used with ClusterIP service type')
    if (type === 'ExternalName') {
      if (isDNS1123Subdomain(externalName).length > 0)
        throw new KubectlError(`invalid service external name ${externalName}`)
    } else if (clusterIP !== 'None' && ports.length === 0)
      throw new KubectlError('at least one tcp port specifier must be provided')
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: await objectMeta(session, { name, labels: { app: name } }),
      spec: {
        ...(clusterIP === '' ? {} : { clusterIP }),
        ...(externalName === '' ? {} : { externalName }),
        ...(ports.length === 0 ? {} : { ports: ports.map((p) => parsePorts(p, flags.number('node-port'))) }),
        selector: { app: name },
        type,
      },
      status: { loadBalancer: {} },
    }
  }

interface Path {
  host: string
  path: object
}

const rulePattern = /^[^/]*\/[^=]*=[^:=,]+:[^,=]+(,(tls)?(=[\w.-]*)?)?$/

function backend(text: string): object {
  const [name, port = ''] = text.split(':')
  const number = intOrString(port)
  return { service: { name, port: typeof number === 'number' ? { number } : { name: number } } }
}

function pathOfRule(rule: string): Path {
  const [target = ''] = rule.split(',')
  const slash = target.indexOf('/')
  const [where = '', to = ''] = target.slice(slash + 1).split('=')
  const prefix = where.endsWith('*')
  return {
    host: target.slice(0, slash),
    path: {
      backend: backend(to),
      path: `/${prefix ? where.slice(0, -1) : where}`,
      pathType: prefix ? 'Prefix' : 'Exact',
    },
  }
}

function tlsOf(rules: readonly string[]): object[] {
  const found: { hosts?: string[]; secretName?: string }[] = []
  const seen = new Set<string>()
  for (const rule of rules) {
    const [target = '', tls] = rule.split(',')
    const host = target.split('/')[0]!
    if (tls === undefined || seen.has(host)) continue
    seen.add(host)
    const secretName = tls.split('=')[1] ?? ''
    const same = found.find((t) => (t.secretName ?? '') === secretName)
    if (same !== undefined) same.hosts = [...(same.hosts ?? []), host]
    else if (host !== '' || secretName !== '')
      found.push({ ...(host === '' ? {} : { hosts: [host] }), ...(secretName === '' ? {} : { secretName }) })
  }
  return found
}

async function ingress(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const [rules, annotations] = [flags.strings('rule'), flags.strings('annotation')]
  const fallback = flags.string('default-backend')
  if (fallback === '' && rules.length === 0)
    throw new KubectlError(
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    )
  for (const rule of rules)
    if (!rulePattern.test(rule))
      throw new KubectlError(
        `rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
      )
  for (const annotation of annotations)
    if (!annotation.includes('='))
      throw new KubectlError(`annotation ${annotation} is invalid and should be in format key=[value]`)
  if (fallback !== '' && fallback.split(':').length !== 2)
    throw new KubectlError('default-backend should be in format servicename:serviceport')
  const hosts = new Map<string, object[]>()
  for (const { host, path } of rules.map(pathOfRule)) hosts.set(host, [...(hosts.get(host) ?? []), path])
  const tls = tlsOf(rules)
  const pairs = annotations.map((a): [string, string] => [
    a.slice(0, a.indexOf('=')),
    a.slice(a.indexOf('=') + 1),
  ])
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: await objectMeta(session, {
      name,
      ...(pairs.length === 0 ? {} : { annotations: Object.fromEntries(pairs) }),
    }),
    spec: {
      ...(fallback === '' ? {} : { defaultBackend: backend(fallback) }),
      ...(flags.string('class') === '' ? {} : { ingressClassName: flags.string('class') }),
      ...(hosts.size === 0
        ? {}
        : {
            rules: [...hosts].map(([host, paths]) => ({ ...(host === '' ? {} : { host }), http: { paths } })),
          }),
      ...(tls.length === 0 ? {} : { tls }),
    },
    status: { loadBalancer: {} },
  }
}

/** Generators of Services and Ingresses, by the words after `create`. */
export const serviceGenerators: Readonly<Record<string, Generator>> = {
  'service clusterip': { build: service('ClusterIP'), failure: 'failed to create ClusterIP service:' },
  'service nodeport': { build: service('NodePort'), failure: 'failed to create NodePort service:' },
  'service loadbalancer': {
    build: service('LoadBalancer'),
    failure: 'failed to create LoadBalancer service:',
  },
  'service externalname': {
    build: service('ExternalName'),
    failure: 'failed to create ExternalName service:',
  },
  ingress: { build: ingress, failure: 'failed to create ingress:' },
}
