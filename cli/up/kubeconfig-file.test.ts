import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { formatKubeconfig } from '../../client/kubeconfig.ts'
import { checkKubeconfigFile, removeKubeconfig, writeKubeconfig } from './kubeconfig-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'kubeconfig-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'config')
const own = formatKubeconfig({ server: 'https://127.0.0.1:1' })

it.each([
  ['apiVersion: v1\nkind: Config\nclusters:\n- name: production\n'],
  [formatKubeconfig({ server: 'https://127.0.0.1:1' }, 'production')],
  ['[]'],
  ['kepsim'],
])('does not write over what somebody else keeps there: %j', (text) => {
  writeFileSync(file, text)
  expect(() => checkKubeconfigFile(file)).toThrow(
    `--kubeconfig ${file}: holds what kepsim did not write there: name another file`,
  )
})

it('writes over that of an earlier cluster, and removes none of a later one', () => {
  writeFileSync(file, '\n')
  checkKubeconfigFile(file)
  writeKubeconfig(file, own)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  checkKubeconfigFile(file)
  const later = formatKubeconfig({ server: 'https://127.0.0.1:2' })
  writeKubeconfig(file, later)
  removeKubeconfig(file, own)
  expect(readFileSync(file, 'utf8')).toBe(later)
  // The one after a killed one serves at the same port, with keys of its own.
  removeKubeconfig(file, formatKubeconfig({ server: 'https://127.0.0.1:2', ca: 'another' }))
  expect(readFileSync(file, 'utf8')).toBe(later)
  // As `kubectl config set-context --current --namespace=web` leaves it.
  writeFileSync(file, stringify({ ...JSON.parse(later), preferences: {} }))
  checkKubeconfigFile(file)
  removeKubeconfig(file, later)
  removeKubeconfig(file, later)
  expect(readdirSync(dir)).toEqual([])
})
