import type { Clock } from '../component-base/clock.ts'
import { FlagError } from '../component-base/flags/flag-definition.ts'
import { klogLogger, type Logger } from '../component-base/klog.ts'
import { startWhy } from '../component-base/start-refusal.ts'
import { ControllerManagerStartError } from '../controllers/options/control-plane-flags.ts'
import { KubeletStartError } from '../kubelet-sim/options/kubelet-start-error.ts'
import { StartupError } from '../server/options/startup-error.ts'
import type { StartFailure } from './component-start.ts'

/** The stderr of a component: kept until it has started, to show when it does not. */
export class Stderr {
  private text: string | undefined = ''
  private readonly log: (line: string) => void
  readonly logger: Logger

  constructor(clock: Clock, log: (line: string) => void) {
    this.log = log
    this.logger = klogLogger({
      write: (line) => this.write(line),
      now: () => clock.now(),
      pid: 1,
      source: 'run.go:72',
    })
  }

  readonly notice = (line: string): void => this.write(`${line}\n`)

  /** The component runs: nobody asks any more what it wrote before. */
  started(): void {
    this.text = undefined
  }

  failure(error: unknown): StartFailure {
    if ((error instanceof KubeletStartError || error instanceof ControllerManagerStartError) && error.plain)
      this.write(error.message === '' ? '' : `${error.message}\n`)
    else if (error instanceof FlagError) this.write(`Error: ${error.message}\n`)
    else if (
      error instanceof StartupError ||
      error instanceof KubeletStartError ||
      error instanceof ControllerManagerStartError
    )
      this.logger.logS('E', 'command failed', { err: error.message })
    else throw error
    const exitCode = error instanceof KubeletStartError ? error.exitCode : 1
    return { ok: false, exitCode, stderr: this.text ?? '', ...startWhy(error) }
  }

  private write(line: string): void {
    if (this.text !== undefined) this.text = `${this.text}${line}`.slice(-100_000)
    this.log(line)
  }
}
