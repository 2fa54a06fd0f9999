import { expect, it } from 'vitest'
import { formatKubeconfig, loadKubeconfig, parseKubeconfig, readKubeconfig } from './kubeconfig.ts'

const kubeconfig = `
clusters: [{ name: c, cluster: { server: 'https://127.0.0.1:1', certificate-authority: /etc/ca.crt } }]
users: [{ name: u, user: { client-certificate: u.crt, client-key: u.key } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`

it('takes the files that a kubeconfig names from the disk that it is on', async () => {
  const disk: Record<string, string> = { '/etc/ca.crt': 'CA', 'u.crt': 'CERT', 'u.key': 'KEY' }
  const read = async (path: string): Promise<string> => {
    const content = disk[path]
    if (content === undefined) throw new Error(`open ${path}: no such file or directory`)
    return content
  }
  expect(await loadKubeconfig(kubeconfig, read)).toEqual({
    server: 'https://127.0.0.1:1',
    ca: 'CA',
    cert: 'CERT',
    key: 'KEY',
  })
  delete disk['u.key']
  await expect(loadKubeconfig(kubeconfig, read)).rejects.toThrow('open u.key')
})

it('reads JSON, and YAML that begins as JSON does', () => {
  const config = { server: 'https://127.0.0.1:1', ca: 'CA', token: 't' }
  expect(parseKubeconfig(formatKubeconfig(config))).toEqual(config)
  expect(readKubeconfig('{current-context: x, users: []}')).toEqual({ 'current-context': 'x', users: [] })
  expect(() => readKubeconfig('{"users": [')).toThrow('Flow sequence')
})
