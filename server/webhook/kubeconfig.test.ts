import { expect, it } from 'vitest'
import { webhookConnection } from './kubeconfig.ts'

const missing = Object.assign(new Error('none'), { code: 'ENOENT' })

/** @param files by their paths */
function connection(files: Readonly<Record<string, string>>): ReturnType<typeof webhookConnection> {
  const read = (path: string): string => {
    if (!Object.hasOwn(files, path)) throw missing
    return files[path]!
  }
  return webhookConnection('/etc/hook.yaml', read, 36)
}

const kubeconfig = (user: string): string => `clusters: [{name: c, cluster: {server: 'https://127.0.0.1:1'}}]
users: [{name: u, user: ${user}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`

it('takes a file that does not name its type, and reads the files that it names beside it', () => {
  const { target, credentials } = connection({
    '/etc/hook.yaml': kubeconfig('{tokenFile: token}'),
    '/etc/token': 'secret\n',
  })
  expect([target.url, credentials.token]).toEqual(['https://127.0.0.1:1', 'secret'])
})

it('takes the token where the file beside it cannot be read', () => {
  const files = { '/etc/hook.yaml': kubeconfig('{token: own, tokenFile: token}') }
  expect(connection(files).credentials.token).toBe('own')
  expect(connection({ ...files, '/etc/token': 'newer' }).credentials.token).toBe('newer')
})

const nothing =
  'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable'
const scheme = 'in scheme "pkg/runtime/scheme.go:111"'

/** As kube-apiserver 1.36.3 refuses them. */
it.each([
  ['', nothing],
  ['null\n', nothing],
  ['clusters: []\n', nothing],
  ['apiVersion: v1\nclusters: []\n', nothing],
  [
    'kind: Pod\n',
    `error loading config file "/etc/hook.yaml": no kind "Pod" is registered for version "v1" ${scheme}`,
  ],
  [
    'apiVersion: v2\n',
    `error loading config file "/etc/hook.yaml": no kind "Config" is registered for version "v2" ${scheme}`,
  ],
  [kubeconfig('{tokenFile: token}'), 'open /etc/token: no such file or directory'],
  [
    kubeconfig('{token: a, username: b, client-key-data: Yg==, client-key: k, client-certificate: c}'),
    'invalid configuration: [client-key-data and client-key are both specified for u; client-key-data will override, unable to read client-cert /etc/c for u due to open /etc/c: no such file or directory, unable to read client-key /etc/k for u due to open /etc/k: no such file or directory, more than one authentication method found for u; found [token basicAuth], only one is allowed]',
  ],
])('refuses %j', (text, message) => {
  expect(() => connection({ '/etc/hook.yaml': text })).toThrow(new Error(message))
})
