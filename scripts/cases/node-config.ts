// node/{kubelet,kube-proxy}/config-cases-v*.json: command lines and configuration files of the node components.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readJson } from './case-files.ts'
import { type CaseKind, type CaseResult, compareJson } from './case-result.ts'
import { inParallel, type ProcessOutcome, runComponent } from './component-process.ts'

interface Case {
  release: string
  name: string
  /** TMP is a folder. */
  args: string[]
  exitCode: number | null
  stderr: string
  stdout?: string
  configIn?: string
  configOut?: string
}

/** A good configuration: the real kubelet then missed a container runtime, which a simulated one does not need. */
const accepted = /validate CRI v1 /
/** Lines that tell of the host, of Go and of gRPC, and dumps of flags. */
const ofTheHost =
  /"Golang settings"|grpc|^[IWEF] FLAG: |[Ww]atchdog|"Connecting to runtime service"|remote_runtime/

/** Both forms of klog's header: `I server.go:1] ` as recorded, `I1121 04:00:00.000000  1 server.go:1] ` as printed. */
const header = /^([IWEF])(?:\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+)? [^\s\]]+:\d+\] /

/** What is compared of stderr: messages by severity and text in order; of a usage text only that it is there. */
export function comparableLines(stderr: string): string[] {
  const lines: string[] = []
  let inUsage = false
  for (const line of stderr.split('\n')) {
    if (line.startsWith('Usage:')) {
      inUsage = true
      lines.push('Usage:')
    }
    if (inUsage && !/^Error: /.test(line) && !header.test(line)) continue
    inUsage = false
    const text = line.replace(header, '$1 ')
    if (accepted.test(text)) return lines
    if (text.trim() !== '' && !ofTheHost.test(text)) lines.push(text)
  }
  return lines
}

const yamlOrText = (text: string | undefined): unknown => {
  try {
    return text === undefined ? null : parse(text)
  } catch {
    return text
  }
}

function judge(recorded: Case, outcome: ProcessOutcome, dir: string, id: string): CaseResult {
  const good = accepted.test(recorded.stderr)
  const wanted = comparableLines(recorded.stderr)
  const printed = comparableLines(outcome.stderr.replaceAll(dir, 'TMP'))
  const out = join(dir, 'out.yaml')
  const expected = {
    exitCode: good ? null : recorded.exitCode,
    lines: wanted,
    configOut: yamlOrText(recorded.configOut),
  }
  const actual = {
    exitCode: good && outcome.exitCode === null ? null : outcome.exitCode,
    lines: good ? printed.slice(0, wanted.length) : printed,
    configOut: yamlOrText(
      existsSync(out) && recorded.configOut !== undefined ? readFileSync(out, 'utf8') : undefined,
    ),
  }
  return compareJson(id, expected, actual)
}

/** The file that `--config` names. */
function configPath(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  return at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--config='.length) : args[at + 1]
}

async function runCase(component: string, version: string, recorded: Case): Promise<CaseResult> {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  try {
    const args = recorded.args.map((arg) => arg.replaceAll('TMP', dir))
    const path = configPath(args)
    if (recorded.configIn !== undefined && path !== undefined) {
      writeFileSync(path, recorded.configIn.replaceAll('TMP', dir))
    }
    const wanted = comparableLines(recorded.stderr).length
    const outcome = await runComponent({
      args: [component, '--release', version.slice(1), ...args],
      cwd: dir,
      timeout: 3000,
      ...(accepted.test(recorded.stderr)
        ? { enough: (stderr: string) => comparableLines(stderr).length >= wanted }
        : {}),
    })
    return judge(recorded, outcome, dir, `${version} ${recorded.name}`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const configCases = (component: string): CaseKind => {
  const folder = `node/${component}`
  const shape = /^config-cases-(v[0-9.]+)\.json$/
  return {
    files: (dir) =>
      existsSync(join(dir, folder))
        ? readdirSync(join(dir, folder))
            .filter((name) => shape.test(name))
            .sort()
            .map((name) => `${folder}/${name}`)
        : [],
    run(dir, file) {
      const version = shape.exec(file.slice(folder.length + 1))![1]!
      return inParallel(readJson<Case[]>(dir, file), 2, (recorded) => runCase(component, version, recorded))
    },
  }
}

export const kubeletConfigCases: CaseKind = configCases('kubelet')
