// Upstream: pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables), pkg/kubelet/envvars/envvars.go
import type { Service } from '../api/core-v1.ts'
import { joinHostPort } from '../component-base/go/net.ts'
import { envFileValue } from './env-file.ts'
import { type EnvObjectKind, EnvObjects } from './env-objects.ts'
import { fieldText, resourceText } from './field-values.ts'
import { hostNameOf } from './host-name.ts'
import { imageEnvironment } from './images/images.ts'
import { CannotRun } from './node-containers.ts'
import type { NodeOfContainers } from './node-of-containers.ts'
import type { Container, Pod } from './pod.ts'

/** Reads a file of a volume of the pod; undefined where there is none. */
export type ReadVolumeFile = (volume: string, path: string) => Promise<string | undefined>

/** A `$(NAME)`, or without a name a `$$`, and where it stands in a text. */
interface Expansion {
  readonly from: number
  readonly to: number
  readonly name?: string
}

/** What is expanded in a text, in order. Upstream: third_party/forked/golang/expansion */
export function expansionsIn(text: string): Expansion[] {
  const found: Expansion[] = []
  const lastClose = text.lastIndexOf(')')
  for (let from = text.indexOf('$'); from >= 0; from = text.indexOf('$', from)) {
    const opened = from + 2
    let to = opened
    if (text[from + 1] === '$') found.push({ from, to })
    else if (text[from + 1] === '(' && lastClose > from) {
      const close = text.indexOf(')', opened)
      to = close + 1
      found.push({ from, to, name: text.slice(opened, close) })
    }
    from = to
  }
  return found
}

/** `$(NAME)` of known variables, `$$` for a dollar. */
export function expanded(text: string, env: Readonly<Record<string, string>>): string {
  let [out, at] = ['', 0]
  for (const { from, to, name } of expansionsIn(text)) {
    const value = name === undefined ? '$' : Object.hasOwn(env, name) ? env[name]! : text.slice(from, to)
    out += text.slice(at, from) + value
    at = to
  }
  return out + text.slice(at)
}

/** The files and objects that a container's environment is made of. */
export interface EnvSources {
  /** Milliseconds of the container's start. */
  since: number
  readFile: ReadVolumeFile
  /** The objects as they were when the container was created. Undefined: they are read now */
  objects?: EnvObjects | undefined
}

/** The environment of a container: what its image brings, then the kubelet's variables. */
export async function environmentOf(
  node: NodeOfContainers,
  pod: Pod,
  container: Container,
  { since, readFile, objects = new EnvObjects(node.client, pod.metadata.namespace!) }: EnvSources,
): Promise<Record<string, string>> {
  const services = await serviceVariables(node, pod, since)
  const own = await ownVariables(node, pod, container, { services, readFile, objects })
  const all: Record<string, string> = Object.assign(Object.create(null), imageEnvironment(container.image), {
    HOSTNAME: hostNameOf(node, pod).host,
    ...(container.tty === true ? { TERM: 'xterm' } : {}),
  })
  for (const [name, value] of [...own, ...[...services].filter(([name]) => !own.has(name))]) all[name] = value
  all['HOME'] ??= '/root'
  return { ...all }
}

async function ownVariables(
  node: NodeOfContainers,
  pod: Pod,
  container: Container,
  {
    services,
    readFile,
    objects,
  }: { services: ReadonlyMap<string, string>; readFile: ReadVolumeFile; objects: EnvObjects },
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const data =
      configMapRef?.name !== undefined
        ? await objectData(objects, 'configmap', configMapRef.name)
        : secretRef?.name !== undefined
          ? await objectData(objects, 'secret', secretRef.name)
          : undefined
    for (const [key, value] of Object.entries(data ?? {})) found.set(prefix + key, value)
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const known = Object.fromEntries([...services, ...found])
    const text =
      valueFrom === undefined
        ? expanded(value ?? '', known)
        : await sourceText(node, pod, container, valueFrom, { readFile, objects })
    if (text !== undefined) found.set(name, text)
  }
  return found
}

type Source = NonNullable<NonNullable<Container['env']>[number]['valueFrom']>

async function sourceText(
  node: NodeOfContainers,
  pod: Pod,
  container: Container,
  { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, ...rest }: Source,
  { readFile, objects }: { readFile: ReadVolumeFile; objects: EnvObjects },
): Promise<string | undefined> {
  if (fieldRef !== undefined) return fieldText(fieldRef.fieldPath ?? '', pod) ?? ''
  if (resourceFieldRef !== undefined) {
    const all = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]
    const of = all.find(({ name }) => name === resourceFieldRef.containerName) ?? container
    return resourceText(resourceFieldRef, of, node.capacity)
  }
  if (configMapKeyRef?.name !== undefined)
    return (await objectData(objects, 'configmap', configMapKeyRef.name))?.[configMapKeyRef.key ?? '']
  if (secretKeyRef?.name !== undefined)
    return (await objectData(objects, 'secret', secretKeyRef.name))?.[secretKeyRef.key ?? '']
  const { fileKeyRef } = rest
  if (fileKeyRef === undefined) return ''
  const text = await readFile(fileKeyRef.volumeName ?? '', fileKeyRef.path ?? '')
  if (text === undefined) return undefined
  try {
    return envFileValue(text, fileKeyRef.key ?? '', node.envFiles)
  } catch (error) {
    // In truth it does not start: CreateContainerConfigError.
    throw new CannotRun(
      `a container whose env file is refused (${(error as Error).message}) is not simulated`,
    )
  }
}

/** The texts of a ConfigMap or Secret by key; undefined where it cannot be read. */
async function objectData(
  objects: EnvObjects,
  kind: EnvObjectKind,
  name: string,
): Promise<Record<string, string> | undefined> {
  const found = await objects.texts(kind, name)
  return typeof found === 'string' ? undefined : Object.assign(Object.create(null), found)
}

/** Variables of the Services of the pod's namespace, and of the one that is the API server's. */
async function serviceVariables(
  node: NodeOfContainers,
  { metadata, spec }: Pod,
  since: number,
): Promise<Map<string, string>> {
  const list = async (namespace: string): Promise<Service[]> => {
    try {
      return (await node.client.get<{ items: Service[] }>(`/api/v1/namespaces/${namespace}/services`)).items
    } catch {
      return []
    }
  }
  const all = spec.enableServiceLinks === false ? [] : await list(metadata.namespace!)
  const master = (metadata.namespace === 'default' && all.length > 0 ? all : await list('default')).filter(
    ({ metadata: of }) => of?.name === 'kubernetes',
  )
  const others = all.filter(
    ({ metadata: of }) => of?.name !== 'kubernetes' || metadata.namespace !== 'default',
  )
  const services = [...master, ...others].filter(
    ({ spec: of, metadata: m }) =>
      of?.clusterIP !== undefined &&
      of.clusterIP !== '' &&
      of.clusterIP !== 'None' &&
      Date.parse(String(m?.creationTimestamp ?? 0)) <= since,
  )
  return new Map(services.flatMap(variablesOf))
}

function variablesOf({ metadata, spec }: Service): [string, string][] {
  const name = metadata!.name!.toUpperCase().replaceAll('-', '_')
  const host = spec!.clusterIP!
  const ports = spec!.ports ?? []
  if (ports.length === 0) return []
  const first = ports[0]!
  const url = ({ protocol = 'TCP', port }: (typeof ports)[number]): string =>
    `${protocol.toLowerCase()}://${joinHostPort(host, String(port))}`
  return [
    [`${name}_SERVICE_HOST`, host],
    [`${name}_SERVICE_PORT`, String(first.port)],
    ...ports.flatMap(({ name: portName, port }): [string, string][] =>
      portName === undefined || portName === ''
        ? []
        : [[`${name}_SERVICE_PORT_${portName.toUpperCase().replaceAll('-', '_')}`, String(port)]],
    ),
    [`${name}_PORT`, url(first)],
    ...ports.flatMap((one): [string, string][] => {
      const prefix = `${name}_PORT_${one.port}_${(one.protocol ?? 'TCP').toUpperCase()}`
      return [
        [prefix, url(one)],
        [`${prefix}_PROTO`, (one.protocol ?? 'TCP').toLowerCase()],
        [`${prefix}_PORT`, String(one.port)],
        [`${prefix}_ADDR`, host],
      ]
    }),
  ]
}
