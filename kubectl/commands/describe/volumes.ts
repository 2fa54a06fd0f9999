// Upstream: kubectl/pkg/describe/describe.go (describeVolumes)
import type { Volume } from '../../../api/core-v1.ts'
import { describeDialect } from './dialect.ts'

type Source = Record<string, unknown>
type Lines = [string, unknown][]

const bool = (value: unknown): boolean => value === true
const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A `*bool` as Go prints it: where there is one, an address, which is another one each time. */
const address = (value: unknown): string => (value === undefined ? '<nil>' : '0xc000012345')

const projected = (source: Source, minor: number): Lines => {
  const { projectedOptional } = describeDialect(minor)
  const optional = (value: unknown, old: string): Lines[number] =>
    projectedOptional ? ['Optional', bool(value)] : [old, address(value)]
  return ((source['sources'] ?? []) as Record<string, Source>[]).flatMap((one): Lines => {
    const { secret, configMap, serviceAccountToken } = one
    if (secret !== undefined)
      return [['SecretName', secret['name']], optional(secret['optional'], 'SecretOptionalName')]
    if (one['downwardAPI'] !== undefined) return [['DownwardAPI', true]]
    if (configMap !== undefined)
      return [['ConfigMapName', configMap['name']], optional(configMap['optional'], 'ConfigMapOptional')]
    if (serviceAccountToken !== undefined)
      return [['TokenExpirationSeconds', serviceAccountToken['expirationSeconds']]]
    return []
  })
}

/** The title of each kind of volume and what is told of it. */
const sources: Readonly<Record<string, [string, (source: Source, minor: number) => Lines]>> = {
  hostPath: [
    'HostPath (bare host directory volume)',
    (s) => [
      ['Path', s['path']],
      ['HostPathType', s['type'] ?? '<none>'],
    ],
  ],
  emptyDir: [
    "EmptyDir (a temporary directory that shares a pod's lifetime)",
    (s) => [
      ['Medium', s['medium']],
      ['SizeLimit', s['sizeLimit'] ?? '<unset>'],
    ],
  ],
  secret: [
    'Secret (a volume populated by a Secret)',
    (s) => [
      ['SecretName', s['secretName']],
      ['Optional', bool(s['optional'])],
    ],
  ],
  configMap: [
    'ConfigMap (a volume populated by a ConfigMap)',
    (s) => [
      ['Name', s['name']],
      ['Optional', bool(s['optional'])],
    ],
  ],
  nfs: [
    'NFS (an NFS mount that lasts the lifetime of a pod)',
    (s) => [
      ['Server', s['server']],
      ['Path', s['path']],
      ['ReadOnly', bool(s['readOnly'])],
    ],
  ],
  persistentVolumeClaim: [
    'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    (s) => [
      ['ClaimName', s['claimName']],
      ['ReadOnly', bool(s['readOnly'])],
    ],
  ],
  projected: ['Projected (a volume that contains injected data from multiple sources)', projected],
  image: [
    'Image (a container image or OCI artifact)',
    (s) => [
      ['Reference', s['reference']],
      ['PullPolicy', s['pullPolicy']],
    ],
  ],
  csi: [
    'CSI (a Container Storage Interface (CSI) volume source)',
    (s) => [
      ['Driver', s['driver']],
      ['FSType', s['fsType']],
      ['ReadOnly', bool(s['readOnly'])],
    ],
  ],
}

function downwardText(source: Source): string {
  const items = ((source['items'] ?? []) as Record<string, Record<string, unknown>>[]).map((item) => {
    const from = item['fieldRef']?.['fieldPath'] ?? item['resourceFieldRef']?.['resource']
    return `      ${text(from)} -> ${text(item['path'])}\n`
  })
  return `    Type:\tDownwardAPI (a volume populated by information about the pod)\n    Items:\n${items.join('')}`
}

function sourceText(volume: Volume, minor: number): string {
  if (volume.image != null && !describeDialect(minor).imageVolumes) return '  <unknown>\n'
  if (volume.downwardAPI !== undefined) return downwardText(volume.downwardAPI as Source)
  return knownSourceText(volume, minor) ?? '  <unknown>\n'
}

/** The type of a volume's source and what is told of it; undefined for a source that is not known. @param minor of the kubectl */
export function knownSourceText(volume: object, minor: number): string | undefined {
  const given = volume as Readonly<Record<string, unknown>>
  const key = Object.keys(sources).find((name) => given[name] !== undefined)
  if (key === undefined) return undefined
  const [title, lines] = sources[key]!
  const rows = lines(given[key] as Source, minor).map(([name, value]) => `    ${name}:\t${text(value)}\n`)
  return `    Type:\t${title}\n${rows.join('')}`
}

/** The section `Volumes` of a pod. @param minor of the kubectl @param space stands before it in a template */
export function volumesText(volumes: readonly Volume[], minor: number, space = ''): string {
  if (volumes.length === 0) return `${space}Volumes:\t<none>\n`
  const nameIndent = space === '' ? '' : ' '
  return `${space}Volumes:\n${volumes.map((v) => `  ${nameIndent}${v.name}:\n${sourceText(v, minor)}`).join('')}`
}
