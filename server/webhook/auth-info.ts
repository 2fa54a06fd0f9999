// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/authentication.go
import { parse } from '../../component-base/yaml.ts'

/** What a client shows a webhook; PEM texts. */
export interface Credentials {
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/** The credentials for a host and port, as `hooks.default.svc:443`; undefined: none. */
export type CredentialsFor = (hostPort: string) => Credentials | undefined

interface AuthInfo {
  token?: string
  tokenFile?: string
  username?: string
  password?: string
  'client-certificate'?: string
  'client-certificate-data'?: string
  'client-key'?: string
  'client-key-data'?: string
}

interface AuthFile {
  users?: { name?: string; user?: AuthInfo }[]
  contexts?: { name?: string; context?: { user?: string } }[]
  'current-context'?: string
}

/**
 * The credentials of a kubeconfig whose users are named after hosts: `hooks.default.svc:8443`, `*.svc`, `*`; without any of them,
 * those of the current context. Throws where the file, or one that it names, cannot be read.
 */
export function credentialsOf(text: string, readFile: (path: string) => string): CredentialsFor {
  const file = (parse(text) ?? {}) as AuthFile
  const users = new Map((file.users ?? []).map(({ name = '', user = {} }) => [name, read(user, readFile)]))
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

function read(user: AuthInfo, readFile: (path: string) => string): Credentials {
  const pem = (data: string | undefined, path: string | undefined): string | undefined =>
    data ? Buffer.from(data, 'base64').toString('utf8') : path ? readFile(path) : undefined
  return {
    token: user.token || (user.tokenFile ? readFile(user.tokenFile).trim() : undefined),
    username: user.username,
    password: user.password,
    cert: pem(user['client-certificate-data'], user['client-certificate']),
    key: pem(user['client-key-data'], user['client-key']),
  }
}
