import { expect, it } from 'vitest'
import { CertificateStore } from '../server/endpoints/authentication/certificate-store.ts'
import { peerFiles } from './peer-files.ts'
import { noFiles } from './start-component.ts'

it('leaves out what the server is told already', async () => {
  const certificates = new CertificateStore(undefined, () => Date.now())
  const flagsOf = async (...args: string[]) =>
    (await peerFiles(certificates, { args, readFile: noFiles })).flags
  const all = await flagsOf('--v=2')
  const without = (...names: string[]) => all.filter((flag) => !names.includes(flag.split('=')[0]!))
  expect(all).toHaveLength(8)
  expect(await flagsOf('--requestheader-allowed-names=mine')).toEqual(
    without('--requestheader-allowed-names'),
  )
  expect(await flagsOf('--peer_ca_file', 'a', '--proxy-client-key-file=b')).toEqual(
    without('--peer-ca-file', '--proxy-client-key-file'),
  )
})
