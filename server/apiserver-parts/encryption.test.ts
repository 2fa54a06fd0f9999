import { expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { schemeFor } from '../../apimachinery/scheme/scheme.ts'
import { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import { FakeClock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import { prepareApiserver } from '../options/prepare-apiserver.ts'
import type { EtcdCodec } from '../storage/etcd/etcd-storage.ts'
import { encryptionOf } from './encryption.ts'

const configuration = (name: string, resource = 'secrets'): string =>
  JSON.stringify({
    kind: 'EncryptionConfiguration',
    apiVersion: 'apiserver.config.k8s.io/v1',
    resources: [
      {
        resources: [resource],
        providers: [
          { aescbc: { keys: [{ name, secret: Buffer.from('sixteen byte key').toString('base64') }] } },
        ],
      },
    ],
  })

const key = '/registry/secrets/ns/x'
const secret = {
  kind: 'Secret',
  apiVersion: 'v1',
  metadata: { name: 'x', namespace: 'ns' },
} as unknown as KubeObject
const prefixOf = (codec: EtcdCodec): string =>
  codec.encode(secret, key).toString('latin1').split(':')[4] ?? ''

function start(...flags: string[]) {
  const clock = new FakeClock()
  const lines: string[] = []
  const logger = { log: (_: string, text: string) => lines.push(text), logS: () => {} } as unknown as Logger
  const file = { text: configuration('one') }
  const config = prepareApiserver(['--release=1.36', '--encryption-provider-config=f', ...flags], {
    logger,
    notice: () => {},
    readFile: (path) => {
      if (path === 'f') return file.text
      throw Object.assign(new Error('no such file or directory'), { code: 'ENOENT' })
    },
  })
  if ('print' in config) throw new Error(config.print)
  const plain = new StoredCodec(schemeFor('1.36'), 'application/vnd.kubernetes.protobuf')
  lines.length = 0
  return { clock, lines, file, ...encryptionOf(plain, { config, clock, logger, prefix: '/registry' }) }
}

it('reads the file again each minute where it is told to, and keeps the last good one', () => {
  const { clock, lines, file, codec, stop } = start('--encryption-provider-config-automatic-reload')
  expect(prefixOf(codec)).toBe('one')
  file.text = configuration('two')
  clock.advance(59_000)
  expect(prefixOf(codec)).toBe('one')
  clock.advance(1_000)
  expect(prefixOf(codec)).toBe('two')
  file.text = configuration('three', 'Secrets')
  clock.advance(60_000)
  expect(prefixOf(codec)).toBe('two')
  expect(lines).toEqual([
    'error processing encryption config file f: error while parsing file: resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters',
  ])
  stop()
  file.text = configuration('four')
  clock.advance(120_000)
  expect(prefixOf(codec)).toBe('two')
})

it('reads the file once without that flag', () => {
  const { clock, file, codec } = start()
  file.text = configuration('two')
  clock.advance(120_000)
  expect(prefixOf(codec)).toBe('one')
})
