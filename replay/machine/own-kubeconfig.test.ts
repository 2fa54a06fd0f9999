import { expect, it } from 'vitest'
import { ownKubeconfig } from './own-kubeconfig.ts'

const disk = new Map([
  ['/home/u/ca.crt', 'CA'],
  ['/pki/token', 'T\n'],
])
const read = async (path: string): Promise<string> => {
  const text = disk.get(path)
  if (text === undefined) throw new Error(`ENOENT: ${path}`)
  return text
}
const own = (text: string) => ownKubeconfig(text, '/home/u/config', read)

it('takes what a kubeconfig names from the disk of the machine', async () => {
  const text =
    'clusters:\n- name: c\n  cluster: {server: "https://a", certificate-authority: ca.crt}\nusers:\n- name: u\n  user: {tokenFile: /pki/token}\n'
  expect(await own(text)).toEqual({
    clusters: [{ name: 'c', cluster: { server: 'https://a', 'certificate-authority-data': 'Q0E=' } }],
    users: [{ name: 'u', user: { token: 'T' } }],
    contexts: [],
    'current-context': '',
  })
})

it('keeps nothing but what a kubeconfig may hold, however it is written', async () => {
  const nothing = { clusters: [], users: [], contexts: [], 'current-context': '' }
  expect(await own('kind: Pod\n')).toEqual(nothing)
  expect(await own('')).toEqual(nothing)
  expect(await own('- a\n')).toEqual(nothing)
  const text =
    '{x: &x {username: a, extensions: [], impersonate: b}, extra: 1, "us\\x65rs": [{name: u, user: {<<: *x, password: 1}}], current-context: c}'
  expect(await own(text)).toEqual({
    ...nothing,
    users: [{ name: 'u', user: { username: 'a', password: '1' } }],
    'current-context': 'c',
  })
})

it.each([
  [
    'a file that the machine does not have',
    'users:\n- user: {client-key: /etc/hosts}\n',
    'ENOENT: /etc/hosts',
  ],
  ['a program', 'users:\n- user: {exec: {command: sh}}\n', 'exec is not simulated'],
  ['a program in flow style', '{users: [{user: {exec: {command: sh}}}]}', 'exec is not simulated'],
  ['a program in an alias', 'a: &a {exec: {command: sh}}\nusers: [{user: *a}]', 'exec is not simulated'],
  ['a merged program', 'a: &a {exec: {command: sh}}\nusers: [{user: {<<: *a}}]', 'exec is not simulated'],
  ['a proxy', 'clusters:\n- cluster: {proxy-url: http://x}\n', 'proxy-url is not simulated'],
  ['what is no YAML', 'users: [', 'error loading config file "/home/u/config"'],
])('refuses %s', async (_what, text, message) => {
  await expect(own(text)).rejects.toThrow(message)
})
