// The flags that the recorded kube-apiservers were started with, for a folder of its own.

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordedServerFlags } from '../recorded-server-flags.ts'

/** The administrator's token, which the recorded flags name. */
export const adminToken = 'admintoken'

/** A folder with the files that the recorded flags name. */
export interface Workspace {
  dir: string
  /** The common flags, and `more` of them, but those that the case itself gives, and then those of the case. */
  flags: (port: number, own: readonly string[], more?: readonly string[]) => string[]
  remove: () => void
}

let keyPair: { privateKey: string; publicKey: string } | undefined

/** A temporary folder with a token file and service account keys, the same in all. */
export function createWorkspace(): Workspace {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  keyPair ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(join(dir, 'sa.key'), keyPair.privateKey)
  writeFileSync(join(dir, 'sa.pub'), keyPair.publicKey)
  writeFileSync(join(dir, 'tokens.csv'), `${adminToken},admin,admin,"system:masters"\n`)
  return {
    dir,
    flags: (port, own, more = []) => {
      const given = new Set(own.map(nameOf))
      return [...commonFlags(port, dir), ...more].filter((flag) => !given.has(nameOf(flag))).concat(own)
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** The name of a flag with its dashes, as pflag knows it. */
export const nameOf = (flag: string): string => flag.split('=')[0]!.replaceAll('_', '-')

const commonFlags = (port: number, dir: string): string[] => [
  `--secure-port=${port}`,
  `--cert-dir=${join(dir, `certs-${port}`)}`,
  ...recordedServerFlags,
]

/** The port that the last --secure-port of the flags names. */
export function portOf(flags: readonly string[]): number {
  let port = 0
  flags.forEach((flag, i) => {
    if (flag.startsWith('--secure-port=')) port = Number(flag.slice('--secure-port='.length))
    else if (flag === '--secure-port') port = Number(flags[i + 1])
  })
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : 0
}
