// Upstream: kubectl/pkg/describe/describe.go (describeSecret, ConfigMapDescriber, describeServiceAccount, describeNamespace, describeQuota)

import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import { annotationsText, header, labelsText, longTime, sortedNames } from './parts.ts'

const keysOf = (object: KubeObject, field: string): [string, string][] => {
  const map = (object[field] ?? {}) as Record<string, string>
  return Object.keys(map)
    .sort()
    .map((key) => [key, map[key]!])
}

/** Describes a Secret: the sizes of its data, not the contents. */
export const describeSecret: Describer = (_session, object) => {
  const type = String(object['type'] ?? '')
  const lines = keysOf(object, 'data').map(([key, value]) => {
    const bytes = Buffer.from(value, 'base64')
    return key === 'token' && type === 'kubernetes.io/service-account-token'
      ? `${key}:\t${bytes.toString('utf8')}\n`
      : `${key}:\t${bytes.length} bytes\n`
  })
  return `${header(object)}\nType:\t${type}\n\nData\n====\n${lines.join('')}`
}

/** Describes a ConfigMap with its data. */
export const describeConfigMap: Describer = ({ minor }, object) => {
  const end = describeDialect(minor).spacedConfigMaps ? '\n' : ''
  const data = keysOf(object, 'data').map(([key, value]) => `${key}:\n----\n${value}\n${end}`)
  const binary = keysOf(object, 'binaryData').map(
    ([key, value]) => `${key}: ${Buffer.from(value, 'base64').length} bytes\n`,
  )
  return `${header(object)}\nData\n====\n${data.join('')}\nBinaryData\n====\n${binary.join('')}\n`
}

/** Describes a Namespace, with its quotas and limits, which the server is asked for. */
export const describeNamespace: Describer = async (session, object) => {
  const { name = '', labels, annotations } = object.metadata
  const status = (object['status'] ?? {}) as {
    phase?: string
    conditions?: {
      type: string
      status: string
      lastTransitionTime?: string
      reason?: string
      message?: string
    }[]
  }
  const rows = (status.conditions ?? []).map(
    (c) =>
      `  ${c.type}\t${c.status}\t${longTime(c.lastTransitionTime)}\t${c.reason ?? ''}\t${c.message ?? ''}\n`,
  )
  const conditions =
    rows.length === 0
      ? ''
      : `Conditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n${rows.join('')}`
  return `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}Status:\t${status.phase ?? ''}\n${conditions}\n${await quotasText(session, name)}\n${await limitsText(session, name)}`
}

async function listOf(session: Session, name: string, resource: string): Promise<KubeObject[]> {
  const path = `/api/v1/namespaces/${name}/${resource}`
  return (await (await session.transport()).json<{ items: KubeObject[] }>(path)).items
}

async function quotasText(session: Session, name: string): Promise<string> {
  const quotas = await listOf(session, name, 'resourcequotas')
  if (quotas.length === 0) return 'No resource quota.\n'
  const texts = quotas.map((q) => {
    const { hard = {}, used = {} } = (q['status'] ?? {}) as Record<string, Record<string, string>>
    const rows = sortedNames(hard).map((n) => `  ${n}\t${used[n] ?? '0'}\t${hard[n]}\n`)
    return `  Name:\t${q.metadata.name}\n${scopesText(q, '  ', '  * ')}  Resource\tUsed\tHard\n  --------\t---\t---\n${rows.join('')}`
  })
  return `Resource Quotas\n${texts.join('')}`
}

async function limitsText(session: Session, name: string): Promise<string> {
  const ranges = await listOf(session, name, 'limitranges')
  if (ranges.length === 0) return 'No LimitRange resource.\n'
  return `Resource Limits\n Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n ----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n${ranges.map((r) => limitRows(r, ' ')).join('')}`
}

/** What kubectl says of the scopes of a quota; nothing of others. */
const scopes: ReadonlyMap<string, string> = new Map([
  [
    'Terminating',
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  ],
  [
    'NotTerminating',
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  ],
  [
    'BestEffort',
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  ],
  [
    'NotBestEffort',
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
  ],
])

/** The scopes of a quota; empty where it has none. Upstream: helpTextForResourceQuotaScope */
function scopesText(quota: KubeObject, indent: string, bullet: string): string {
  const names = [...(((quota['spec'] ?? {}) as { scopes?: string[] }).scopes ?? [])].sort()
  if (names.length === 0) return ''
  const help = names.flatMap((name) => scopes.get(name) ?? []).map((text) => `${bullet}${text}\n`)
  return `${indent}Scopes:\t${names.join(', ')}\n${help.join('')}`
}

type Limit = { type: string } & Record<string, Record<string, string> | string | undefined>

function limitRows(range: KubeObject, prefix: string): string {
  const { limits = [] } = (range['spec'] ?? {}) as { limits?: Limit[] }
  const columns = ['min', 'max', 'defaultRequest', 'default', 'maxLimitRequestRatio']
  return limits
    .flatMap((limit) => {
      const maps = columns.map((c) => (limit[c] ?? {}) as Record<string, string>)
      const names = [...new Set(maps.flatMap((m) => Object.keys(m)))].sort()
      return names.map((n) => `${prefix}${limit.type}\t${n}\t${maps.map((m) => m[n] ?? '-').join('\t')}\n`)
    })
    .join('')
}

/** Describes a ResourceQuota: used and hard amounts, and scopes. */
export const describeResourceQuota: Describer = (_session, object) => {
  const { name = '', namespace: ns = '' } = object.metadata
  const { hard = {}, used = {} } = (object['status'] ?? {}) as Record<string, Record<string, string>>
  const rows = sortedNames(hard).map((n) => `${n}\t${used[n] ?? '0'}\t${hard[n]}\n`)
  return `Name:\t${name}\nNamespace:\t${ns}\n${scopesText(object, '', ' * ')}Resource\tUsed\tHard\n--------\t----\t----\n${rows.join('')}`
}

/** Describes a LimitRange: a row for each type and resource. */
export const describeLimitRange: Describer = (_session, object) => {
  const { name = '', namespace: ns = '' } = object.metadata
  return `Name:\t${name}\nNamespace:\t${ns}\nType\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n${limitRows(object, '')}`
}

/** Describes a PriorityClass. */
export const describePriorityClass: Describer = (_session, object) => {
  const { name = '', annotations } = object.metadata
  return `Name:\t${name}\nValue:\t${String(object['value'])}\nGlobalDefault:\t${object['globalDefault'] === true}\nPreemptionPolicy:\t${String(object['preemptionPolicy'] ?? '')}\nDescription:\t${String(object['description'] ?? '')}\n${annotationsText('Annotations', annotations)}`
}
