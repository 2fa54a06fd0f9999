import { readFile, writeFile } from 'node:fs/promises'
import { createError } from '../component-base/go/file-error.ts'
import { klogLogger } from '../component-base/klog.ts'
import { loadRelease, UnknownReleaseError } from '../component-base/release.ts'
import { checkWritable } from '../kube-proxy-sim/config/write-config.ts'
import { KubeProxyStartError } from '../kube-proxy-sim/options/kube-proxy-start-error.ts'
import {
  droppedLines,
  logWritten,
  type PreparedKubeProxy,
  prepareKubeProxy,
  reportStartError,
} from '../kube-proxy-sim/options/prepare-kube-proxy.ts'
import { logRunError } from '../kube-proxy-sim/start-kube-proxy.ts'
import type { Command } from './command.ts'
import { planErrorText, takePlan } from './plan-option.ts'
import { takeOption } from './take-option.ts'

/** The files and streams of the command. */
export interface ProxyCommandIO {
  stdout: (text: string) => void
  stderr: (text: string) => void
  readText: (path: string) => Promise<string>
  writeText: (path: string, text: string) => Promise<void>
}

const hostIO: ProxyCommandIO = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  readText: (path) => readFile(path, 'utf8'),
  writeText: (path, text) => writeFile(path, text),
}

const ownHelp = `kepsim's own flags:
      --release 1.NN[.Z]     the release to be (default: the newest)
      --plan NAME|FILE       a plan, whose releases may then be named

kepsim's own commands:
  kepsim kube-proxy rules --help      print or compare the rules that a release programs
  kepsim kube-proxy config --help     compare and convert configuration files
`

/** `kepsim kube-proxy`: a kube-proxy with its flags, or its subcommands `rules` and `config`. */
export const run: Command = (args) => runKubeProxy(args, hostIO)

/** kube-proxy with kepsim's own flags (`--release`, `--plan`); answers the exit code. */
export async function runKubeProxy(argv: readonly string[], io: ProxyCommandIO): Promise<number> {
  if (argv[0] === 'config') {
    const { runConfigCommand } = await import('./kube-proxy/config.ts')
    return runConfigCommand(argv.slice(1), io)
  }
  const args = [...argv]
  const logger = klogLogger({ write: io.stderr, now: Date.now, source: 'server.go:125' })
  const notice = (line: string): void => io.stderr(`${line}\n`)
  try {
    if (args[0] === 'rules') {
      const { runRulesCommand } = await import('./kube-proxy/rules.ts')
      return await runRulesCommand(args.slice(1), io)
    }
    const release = loadRelease(takeOption(args, 'release'), await takePlan(args))
    const prepared = await prepareKubeProxy(args, {
      release,
      logger,
      notice,
      readText: io.readText,
      stdout: io.stdout,
    })
    if ('print' in prepared) {
      io.stdout(prepared.print)
      if (prepared.of === 'help') io.stdout(ownHelp)
      return 0
    }
    if (prepared.writeConfigTo !== undefined) return await writeConfig(prepared, prepared.writeConfigTo, io)
    if (prepared.cleanup) return 0
    const { serveKubeProxy } = await import('./kube-proxy/serve.ts')
    return await serveKubeProxy(prepared, io)
  } catch (error) {
    if (error instanceof KubeProxyStartError) return reportStartError(error, { logger, notice })
    const planError = planErrorText('kube-proxy', error)
    if (planError === undefined && !(error instanceof UnknownReleaseError)) throw error
    io.stderr(planError ?? `kepsim kube-proxy: ${(error as Error).message}\n`)
    return 2
  }
}

async function writeConfig(prepared: PreparedKubeProxy, path: string, io: ProxyCommandIO): Promise<number> {
  try {
    await io.writeText(path, '').catch((error) => {
      throw new Error(createError(error, path))
    })
    checkWritable(prepared.config)
    await io.writeText(path, prepared.configText)
  } catch (error) {
    logRunError(prepared.logger, error as Error)
    return 1
  }
  for (const line of droppedLines(prepared.dropped, prepared.writes)) io.stderr(`${line}\n`)
  logWritten(prepared, path)
  return 0
}
