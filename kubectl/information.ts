// version, api-resources, api-versions, cluster-info, config.

import { parse } from 'yaml'
import { emitYaml } from '../server/apimachinery/yaml-emitter.ts'
import { columnsText } from './print.ts'
import type { Session } from './session.ts'
import { KubectlError } from './usage-error.ts'

/** The release whose kubectl this one imitates. */
export const clientVersion = 'v1.36.3'

export async function version(session: Session): Promise<number> {
  session.host.stdout(`Client Version: ${clientVersion}\nKustomize Version: v5.8.1\n`)
  if (session.line.is('client')) return 0
  const server = await (await session.transport()).json<{ gitVersion: string }>('/version')
  session.host.stdout(`Server Version: ${server.gitVersion}\n`)
  return 0
}

export async function apiResources(session: Session): Promise<number> {
  const group = session.line.get('api-group')
  const rows = [...(await session.resources())]
    .sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : a.name < b.name ? -1 : 1))
    .filter((r) => group === undefined || r.group === group)
    .map((r) => [
      r.name,
      r.shortNames.join(','),
      r.group === '' ? r.version : `${r.group}/${r.version}`,
      String(r.namespaced),
      r.kind,
    ])
  const head = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND']
  const name = session.line.get('output') === 'name'
  session.host.stdout(
    name
      ? (await session.resources()).map((r) => `${r.name}${r.group === '' ? '' : `.${r.group}`}\n`).join('')
      : columnsText(session.line.is('no-headers') ? rows : [head, ...rows]),
  )
  return 0
}

export async function apiVersions(session: Session): Promise<number> {
  const names = new Set(
    (await session.resources()).map((r) => (r.group === '' ? r.version : `${r.group}/${r.version}`)),
  )
  session.host.stdout(
    [...names]
      .sort()
      .map((n) => `${n}\n`)
      .join(''),
  )
  return 0
}

export async function clusterInfo(session: Session): Promise<number> {
  const { config } = await session.transport()
  session.host.stdout(
    `Kubernetes control plane is running at ${config.server}\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`,
  )
  return 0
}

export async function config(session: Session, words: string[]): Promise<number> {
  const text = (await session.kubeconfig()) ?? 'apiVersion: v1\nkind: Config\n'
  const value = parse(text) as Record<string, unknown>
  if (words[0] === 'current-context') session.host.stdout(`${String(value['current-context'] ?? '')}\n`)
  else if (words[0] === 'view') session.host.stdout(emitYaml(redact(value)))
  else if (words[0] === 'use-context') session.host.stdout(`Switched to context "${words[1] ?? ''}".\n`)
  else throw new KubectlError(`unknown command "${words.join(' ')}" for "kubectl config"`)
  return 0
}

function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact)
  if (typeof value !== 'object' || value === null) return value
  const hidden: Readonly<Record<string, string>> = {
    'certificate-authority-data': 'DATA+OMITTED',
    'client-certificate-data': 'DATA+OMITTED',
    'client-key-data': 'DATA+OMITTED',
    token: 'REDACTED',
  }
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, Object.hasOwn(hidden, k) ? hidden[k] : redact(v)]),
  )
}
