// Upstream: kubectl/pkg/describe/describe.go (ServiceAccountDescriber, describeServiceAccount)
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Session } from '../../session.ts'
import type { Describer } from './describer.ts'
import { describeDialect } from './dialect.ts'
import { header } from './parts.ts'

const tokenType = 'kubernetes.io/service-account-token'
const indent = ' '.repeat('Image pull secrets:'.length)

/** The secrets of the account's namespace; undefined where they cannot be listed, which is no error. */
async function secretsBeside(session: Session, { metadata }: KubeObject): Promise<KubeObject[] | undefined> {
  const path = `/api/v1/namespaces/${metadata.namespace}/secrets`
  const transport = await session.transport()
  return transport.json<{ items: KubeObject[] }>(path).then(
    ({ items }) => items,
    () => undefined,
  )
}

const isTokenOf = (account: KubeObject, secret: KubeObject): boolean =>
  secret['type'] === tokenType &&
  secret.metadata.annotations?.['kubernetes.io/service-account.name'] === account.metadata.name &&
  secret.metadata.annotations?.['kubernetes.io/service-account.uid'] === account.metadata.uid

/** Describes a ServiceAccount, until 1.34 with its secrets and tokens, which the server is asked for. */
export const describeServiceAccount: Describer = async (session, object) => {
  const { tokens } = describeDialect(session.minor)
  const secrets = tokens ? await secretsBeside(session, object) : undefined
  const existing = secrets && new Set(secrets.map(({ metadata }) => metadata.name))
  const names = (field: string): string[] => ((object[field] ?? []) as { name: string }[]).map((s) => s.name)
  const section = (title: string, list: readonly string[]): string => {
    if (list.length === 0) return `${title}\t<none>\n`
    const missing = (name: string): string => (existing?.has(name) === false ? ' (not found)' : '')
    return list.map((name, i) => `${i === 0 ? title : indent}\t${name}${missing(name)}\n`).join('')
  }
  const own = (secrets ?? []).filter((secret) => isTokenOf(object, secret))
  return [
    header(object),
    section('Image pull secrets:', names('imagePullSecrets')),
    ...(tokens
      ? [
          section('Mountable secrets: ', names('secrets')),
          section(
            'Tokens:            ',
            own.map(({ metadata }) => metadata.name ?? ''),
          ),
        ]
      : []),
  ].join('')
}
