// The steps of a module as reports show them: its requests, what did not hold, and what ran at the end of each.

import { AssertionError } from 'node:assert'
import { inspect } from 'node:util'
import type { Exchange, RestRequest } from '../../client/rest-client.ts'
import { messageOf } from '../../component-base/thrown.ts'
import type { CommandRecord, ComponentState, FieldValue, Finding, StepResult } from '../outcome.ts'

/** What runs, and the values of followed fields, at the end of a step. */
export interface Observed {
  components: ComponentState[]
  fields: FieldValue[]
}

/** How steps are titled, observed and placed in the module. */
export interface RecorderOptions {
  /** Of what is done outside of steps. */
  title: string
  observe(): Promise<Observed>
  /** Where in the scenario an error comes from. */
  lineOf(error: unknown): number | undefined
}

/** Records the steps of a module. Requests outside of steps make steps too, at their place in the order of time. */
export class StepRecorder {
  private readonly options: RecorderOptions
  private readonly done: StepResult[] = []
  private commands: CommandRecord[] = []
  private started = performance.now()
  private inside = false

  constructor(options: RecorderOptions) {
    this.options = options
  }

  /** A step within a step belongs to it. Throws what `work` throws. */
  readonly step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    if (this.inside) return work()
    if (this.commands.length > 0) await this.end(this.options.title)
    this.started = performance.now()
    this.inside = true
    try {
      const answer = await work()
      await this.end(title)
      return answer
    } catch (error) {
      await this.end(title, error)
      throw error
    } finally {
      this.inside = false
    }
  }

  readonly exchanged = ({ method, path, body }: RestRequest, answer: Exchange): void => {
    const sent = body === undefined ? '' : `\n${json(body)}`
    const warnings = answer.warnings.map((text) => `Warning: ${text}\n`).join('')
    this.commands.push({
      text: `${method} ${path}${sent}`,
      line: 0,
      stdout: `${json(answer.body)}\n`,
      stderr: `HTTP ${answer.code}\n${warnings}`,
      exitCode: 0,
      milliseconds: 0,
      shown: undefined,
      asserted: false,
      typed: false,
    })
  }

  /** All steps, the end of the scenario with them. @param error what it threw, if it did */
  async finish(error?: unknown): Promise<StepResult[]> {
    const told = this.done.at(-1)?.outcome === 'differs'
    if (this.commands.length > 0 || this.done.length === 0 || (error !== undefined && !told))
      await this.end(this.options.title, error)
    return this.done
  }

  private async end(title: string, error?: unknown): Promise<void> {
    const { commands } = this
    const milliseconds = performance.now() - this.started
    this.commands = []
    this.started = performance.now()
    const line = (error === undefined ? undefined : this.options.lineOf(error)) ?? 1
    this.done.push({
      number: String(this.done.length + 1),
      title,
      line,
      outcome: error === undefined ? 'passed' : 'differs',
      milliseconds,
      findings: error === undefined ? [] : [findingOf(error, line)],
      // What a module asserts it does not tell.
      checks: [],
      commands,
      ...(await this.options.observe()),
    })
  }
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** An assertion that compares tells both sides. */
export function findingOf(error: unknown, line: number): Finding {
  const message = messageOf(error)
  const finding: Finding = { outcome: 'differs', line, message: message.split('\n')[0]! }
  if (!(error instanceof AssertionError)) return finding
  return { ...finding, expected: shown(error.expected), actual: shown(error.actual) }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : inspect(value, { depth: 6 }))
