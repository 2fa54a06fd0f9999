// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/authentication.go
import { parse } from '../../component-base/yaml.ts'

/** The credentials that a client shows a webhook; certificate and key as PEM texts. */
export interface Credentials {
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/** The credentials for a host and port, as `hooks.default.svc:443`; undefined: none. */
export type CredentialsFor = (hostPort: string) => Credentials | undefined

/** A user of a kubeconfig. */
export interface AuthInfo {
  readonly token?: string | undefined
  readonly tokenFile?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly 'client-certificate'?: string | undefined
  readonly 'client-certificate-data'?: string | undefined
  readonly 'client-key'?: string | undefined
  readonly 'client-key-data'?: string | undefined
}

type ReadFile = (path: string) => string

interface AuthFile {
  users?: { name?: string; user?: AuthInfo }[]
  contexts?: { name?: string; context?: { user?: string } }[]
  'current-context'?: string
}

/**
 * The credentials of a kubeconfig whose users are named after hosts: `hooks.default.svc:8443`, `*.svc`, `*`; without any of them,
 * those of the current context. Throws where the file, or one that it names, cannot be read.
 */
export function credentialsOf(text: string, readFile: ReadFile): CredentialsFor {
  const file = (parse(text) ?? {}) as AuthFile
  const users = new Map(
    (file.users ?? []).map(({ name = '', user = {} }) => [name, credentialsOfUser(user, readFile)]),
  )
  const context = file.contexts?.find(({ name }) => name === file['current-context'])?.context
  return (hostPort) =>
    candidates(hostPort).reduce<Credentials | undefined>(
      (found, name) => found ?? users.get(name),
      undefined,
    ) ??
    users.get('*') ??
    users.get(context?.user ?? '')
}

/** The host itself, then each domain around it with a star; without the port too, where that is the one of HTTPS. */
function candidates(target: string): string[] {
  const steps = target.split('.')
  const own = [target, ...steps.slice(1).map((_, i) => `*.${steps.slice(i + 1).join('.')}`)]
  return target.endsWith(':443') ? [...own, ...candidates(target.slice(0, -':443'.length))] : own
}

/** The credentials of a kubeconfig's user; empty texts count as none. Throws as `readFile` does. */
export const credentialsOfUser = (user: AuthInfo, readFile: ReadFile): Credentials => ({
  token: tokenOf(user, readFile),
  username: user.username || undefined,
  password: user.password || undefined,
  cert: pemOf(user['client-certificate-data'], user['client-certificate'], readFile),
  key: pemOf(user['client-key-data'], user['client-key'], readFile),
})

/** A file counts before the token beside it, as long as it can be read. Upstream: client-go/transport/token_source.go */
function tokenOf({ token, tokenFile }: AuthInfo, readFile: ReadFile): string | undefined {
  if (!tokenFile) return token || undefined
  try {
    return readFile(tokenFile).trim()
  } catch (error) {
    if (token) return token
    throw error
  }
}

/** A PEM text that a kubeconfig has in base64, or in a file; undefined: it has none. Throws as `readFile` does. */
export const pemOf = (
  data: string | undefined,
  path: string | undefined,
  readFile: ReadFile,
): string | undefined =>
  data ? Buffer.from(data, 'base64').toString('utf8') : path ? readFile(path) : undefined

/** The header with a token, or with a name and a password; none of them: no header. */
export function authorizationHeader({ token, username, password }: Credentials): Record<string, string> {
  if (token !== undefined) return { Authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}
