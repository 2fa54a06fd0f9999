// Command lines of kube-apiserver; the recorded ones are judged by scripts/cases (flags.ts, server-runs.ts).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import { prepareApiserver } from './prepare-apiserver.ts'
import { StartupError } from './startup-error.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-options-'))
afterAll(() => rmSync(dir, { recursive: true }))
const tokens = join(dir, 'tokens.csv')
writeFileSync(tokens, 'admintoken,admin,admin,"system:masters"\n')
const base = [
  '--secure-port',
  '6443',
  '--bind-address',
  '127.0.0.1',
  '--service-cluster-ip-range',
  '10.0.0.0/24',
  '--service-account-issuer',
  'https://kubernetes.default.svc',
  '--token-auth-file',
  tokens,
  '--authorization-mode',
  'RBAC',
]

/** Exit code (null: it would serve), the first error line and the warnings of a start. */
function start(
  release: string,
  flags: readonly string[],
): { exitCode: number | null; error: string[]; warnings: string[] } {
  const warnings: string[] = []
  const logger: Logger = {
    log: (severity, message) => {
      if (severity === 'W') warnings.push(message)
      else if (/^"Warning: /.test(message)) warnings.push(message)
    },
    logS: (severity, message, values) =>
      void (severity === 'E' || warnings.push(formatStructured(message, values))),
  }
  try {
    const prepared = prepareApiserver(['--release', release, ...base, ...flags], {
      logger,
      notice: (line) => warnings.push(line),
    })
    return { exitCode: 'print' in prepared ? 0 : null, error: [], warnings }
  } catch (error) {
    if (error instanceof FlagError) return { exitCode: 1, error: [`Error: ${error.message}`], warnings }
    if (error instanceof StartupError)
      return { exitCode: 1, error: [formatStructured('command failed', { err: error.message })], warnings }
    throw error
  }
}

describe('prepareApiserver', () => {
  it('takes the flags of a usual start', () => {
    expect(start('1.36', []).exitCode).toBe(null)
    expect(start('1.30', ['--watch-cache=false', '--etcd-compaction-interval=1s'])).toMatchObject({
      exitCode: null,
      warnings: [],
    })
  })
  it('says what the real component says', () => {
    expect(start('1.36', ['--no-such-flag=1']).error).toEqual(['Error: unknown flag: --no-such-flag'])
    expect(start('1.36', ['--secure-port=0']).error).toEqual([
      '"command failed" err="--secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0"',
    ])
    expect(start('1.36', ['--etcd-servers=']).error).toEqual([
      '"command failed" err="--etcd-servers must be specified"',
    ])
  })
  it('resolves emulation', () => {
    const prepared = prepareApiserver(['--release', '1.36', '--emulated-version=1.33', ...base], {
      logger: { log() {}, logS() {} },
      notice: () => {},
    })
    expect(prepared).toMatchObject({ emulation: 33, minCompatibility: 33 })
  })
})
