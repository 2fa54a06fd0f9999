import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../component-base/klog.ts'
import type { StartOptions } from '../apiserver-parts/start-options.ts'
import { startHere } from './start-here.ts'
import { testToken } from './test-server.ts'

/** A server over HTTPS in this process. */
export interface SecureServer {
  readonly port: number
  /** Where its files are. */
  readonly dir: string
  close(): Promise<void>
}

/** A server of a release over HTTPS, at a free port, with a token of an administrator. `DIR` in a flag is a folder of its own. */
export async function startSecureServer(
  release: string,
  flags: readonly string[] = [],
  own: Omit<StartOptions, 'logger'> = {},
): Promise<SecureServer> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-test-'))
  const tokens = join(dir, 'tokens.csv')
  writeFileSync(tokens, `${testToken},admin,admin,"system:masters"\n`)
  const logger = { log() {}, logS() {} } as unknown as Logger
  const more = flags.map((flag) => flag.replace('DIR', dir))
  const args = [
    '--release',
    release,
    '--token-auth-file',
    tokens,
    '--bind-address',
    '127.0.0.1',
    '--authorization-mode',
    'RBAC',
    ...more,
  ]
  const running = await startHere(dir, args, logger, own)
  return {
    port: running.port,
    dir,
    async close() {
      await running.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
