import { expect, it } from 'vitest'
import { parse } from 'yaml'
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
    'clusters:\n- name: c\n  cluster: {certificate-authority: ca.crt}\nusers:\n- name: u\n  user: {tokenFile: /pki/token}\n'
  expect(parse(await own(text))).toEqual({
    clusters: [{ name: 'c', cluster: { 'certificate-authority-data': 'Q0E=' } }],
    users: [{ name: 'u', user: { token: 'T' } }],
  })
})

it('leaves other texts alone', async () => {
  expect(await own('kind: Pod\n')).toBe('kind: Pod\n')
  expect(await own('clusters: []\nusers: []\n')).toBe('clusters: []\nusers: []\n')
})

it.each([
  [
    'a file that the machine does not have',
    'users:\n- user: {client-key: /etc/hosts}\n',
    'ENOENT: /etc/hosts',
  ],
  ['a program', 'users:\n- user: {exec: {command: sh}}\n', 'exec is not simulated'],
  ['a proxy', 'clusters:\n- cluster: {proxy-url: http://x}\n', 'proxy-url is not simulated'],
])('refuses %s', async (_what, text, message) => {
  await expect(own(text)).rejects.toThrow(message)
})
