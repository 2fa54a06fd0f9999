import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { formatStructured, type Logger } from '../../component-base/klog.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { prepareApiserver } from './prepare-apiserver.ts'
import { FatalError, StartupError } from './startup-error.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-options-'))
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
    // A repeated list flag appends; the cases' own authorization modes and issuers stand alone.
    const own = base.filter((arg, i) => !replaced(flags, i % 2 === 0 ? arg : base[i - 1]!))
    const prepared = prepareApiserver(['--release', release, ...own, ...flags], {
      logger,
      notice: (line) => warnings.push(line),
    })
    return { exitCode: 'print' in prepared ? 0 : null, error: [], warnings }
  } catch (error) {
    if (error instanceof FlagError) return { exitCode: 1, error: [`Error: ${error.message}`], warnings }
    if (error instanceof FatalError) return { exitCode: 255, error: [error.message], warnings }
    if (error instanceof StartupError)
      return { exitCode: 1, error: [formatStructured('command failed', { err: error.message })], warnings }
    throw error
  }
}
const replaced = (flags: readonly string[], name: string): boolean =>
  /authorization-mode|service-account-issuer/.test(name) && flags.some((f) => f.startsWith(`${name}=`))

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

/** Lists of errors come in random order. */
const sorted = (line: string): string =>
  line.replace(
    /err="\[(.*)\]"$/,
    (_, list: string) =>
      `err="[${list
        .split(/(?<=\]), /)
        .sort()
        .join(', ')}]"`,
  )

/** Recorded cases of the real kube-apiserver. */
const recorded = <T>(name: string): T =>
  JSON.parse(readFileSync(join(packageRoot, 'e2e/golden/cases/gates', name), 'utf8')) as T

describe('recorded starts', () => {
  const cases =
    recorded<
      {
        release: string
        flags: string[]
        exitCode: number | null
        stderrFirstError: string[]
        warnings: string[]
        unstable?: boolean
      }[]
    >('flags-cases.json')
  it.each(
    cases.filter((c) => c.unstable !== true).map((c) => [`${c.release} ${c.flags.join(' ')}`, c] as const),
  )('%s', (_name, c) => {
    const got = start(c.release, c.flags)
    const mask = (s: string): string =>
      s.replace(/\d+\.\d+\.\d+\.\d+\\"$|(?<=family \\")[^\\]+(?=\\""$)/, '<host address>')
    expect({ ...got, error: got.error.map(mask).map(sorted), warnings: [...got.warnings].sort() }).toEqual({
      exitCode: c.exitCode,
      error: c.stderrFirstError.map(sorted),
      warnings: [...c.warnings].sort(),
    })
  })
})

interface CompatRun {
  id: string
  args: string[]
  ready: boolean
  groupVersions?: string[]
  resourcesAddedVsDefault?: string[]
  resourcesMissingVsDefault?: string[]
  version?: Record<string, string>
  stderrLastLines?: string[]
  warnings: string[]
  featureGateLogLines?: string[]
}

describe('recorded compatibility runs', () => {
  const { runs } = recorded<{ runs: CompatRun[] }>('compat-server-runs.json')
  const served = (args: readonly string[]): string[] => {
    const config = prepareApiserver(['--release', '1.36', ...base, ...args], {
      logger: { log() {}, logS() {} },
      notice: () => {},
    })
    if ('print' in config) return []
    return config.set.groupVersions.flatMap((gv) =>
      gv.resources.map((r) => `${gv.group}/${gv.version}/${r.name}`),
    )
  }
  it.each(runs.map((r) => [r.id, r] as const))('%s', (_id, run) => {
    const got = start('1.36', run.args)
    const errors = (run.stderrLastLines ?? []).filter((l) => l.startsWith('E ')).map((l) => l.slice(2))
    expect({ exitCode: got.exitCode, error: got.error.map(sorted) }).toEqual({
      exitCode: run.ready ? null : 1,
      error: errors.map(sorted),
    })
    for (const line of run.warnings.filter((l) => l.startsWith('W ')))
      expect(got.warnings).toContain(line.replace(/^W /, ''))
    if (!run.ready) return
    const [own, plain] = [served(run.args), served([])]
    expect(own.filter((r) => !plain.includes(r)).sort()).toEqual([...run.resourcesAddedVsDefault!].sort())
    expect(plain.filter((r) => !own.includes(r)).sort()).toEqual([...run.resourcesMissingVsDefault!].sort())
  })
})
