import { generateKeyPairSync } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a key pair for tokens of service accounts, made once in a folder. */
export function generateKeys(dir: string): { privateKey: string; publicKey: string } {
  const [privateKey, publicKey] = [join(dir, 'sa.key'), join(dir, 'sa.pub')]
  if (!existsSync(privateKey)) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    writeFileSync(privateKey, pair.privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 })
    writeFileSync(publicKey, pair.publicKey.export({ type: 'spki', format: 'pem' }))
  }
  return { privateKey, publicKey }
}
