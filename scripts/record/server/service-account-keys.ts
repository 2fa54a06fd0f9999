import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `sa.key` and `sa.pub`, which sign the tokens of service accounts, into a folder. */
export function writeKeys(folder: string): void {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 })
  write('sa.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  write('sa.key', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
}
