// The types of a kubeconfig's fields. Upstream: client-go/tools/clientcmd/api/v1/types.go

import { goJsonKind } from '../apimachinery/go-json-kind.ts'
import { isObject } from '../apimachinery/json.ts'

const texts = (names: string): readonly string[] => names.split(' ')

/** By the list: the field of an entry, the Go type of that, and its fields that are texts. */
const lists = {
  clusters: [
    'cluster',
    'Cluster',
    texts('server tls-server-name certificate-authority certificate-authority-data'),
  ],
  contexts: ['context', 'Context', texts('cluster user namespace')],
  users: [
    'user',
    'AuthInfo',
    texts(
      'client-certificate client-certificate-data client-key client-key-data token tokenFile username password',
    ),
  ],
} as const

function* wrongIn(list: keyof typeof lists, entry: unknown): Generator<string> {
  const [part, type, names] = lists[list]
  if (entry != null && !isObject(entry)) yield wrong(entry, `Config.${list}`, `v1.Named${type}`)
  const own = isObject(entry) ? entry[part] : undefined
  if (own != null && !isObject(own)) yield wrong(own, `Named${type}.${list}.${part}`, `v1.${type}`)
  for (const name of names) {
    const value = isObject(own) && Object.hasOwn(own, name) ? own[name] : undefined
    if (value != null && typeof value !== 'string')
      yield wrong(value, `${type}.${list}.${part}.${name}`, 'string')
  }
}

const wrong = (value: unknown, field: string, type: string): string =>
  `json: cannot unmarshal ${goJsonKind(value)} into Go struct field ${field} of type ${type}`

/** The error of encoding/json for the first field of a kubeconfig whose type is another; undefined: there is none. */
export function wrongType(config: Readonly<Record<string, unknown>>): string | undefined {
  for (const list of Object.keys(lists) as (keyof typeof lists)[]) {
    const entries = config[list]
    if (entries != null && !Array.isArray(entries))
      return wrong(entries, `Config.${list}`, `[]v1.Named${lists[list][1]}`)
    for (const entry of entries ?? []) for (const text of wrongIn(list, entry)) return text
  }
  const current = config['current-context']
  return current == null || typeof current === 'string'
    ? undefined
    : wrong(current, 'Config.current-context', 'string')
}
