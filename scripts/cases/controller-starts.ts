// controllers/starts-outcomes.json: kube-controller-managers and kube-schedulers started with flags, and without a server to reach.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { present } from './case-files.ts'
import { parseLog } from './log-lines.ts'
import { eachOutcome, readOutcomes } from './outcomes.ts'
import { type CaseKind, compareJson, firstOfEach } from './recorded-case.ts'
import { runComponent } from './run-component.ts'

/** A command line: `kube-scheduler`, and its flags. */
export interface ControllerInput {
  component: string
  flags: string[]
}

/** How a start ended. */
export interface ControllerStart {
  /** Null: it ran on. */
  exitCode: number | null
  stdout: string
  /** stderr without usage and without what is only information: `W message`, `E "message" key="value"`, `- plain text`. */
  lines: string[]
}

/** The starts of several releases. */
export const controllerStartsFile = 'controllers/starts-outcomes.json'

/** Lines of cobra's usage: titles of groups of flags, and what is indented below them. */
const ofUsage = /^(?:Usage:|[\w -]+ flags:|Flags:)$|^\s/

/** The start, as a recording holds it. */
export const controllerStart = (
  exitCode: number | null,
  stdout: string,
  stderr: string,
): ControllerStart => ({
  exitCode,
  stdout,
  lines: parseLog(stderr)
    .filter(({ severity, message }) => severity !== 'I' && !ofUsage.test(message))
    .map(({ severity, message }) => `${severity} ${message}`),
})

async function difference(
  version: string,
  { component, flags }: ControllerInput,
  recorded: ControllerStart,
  ownProcess: boolean,
): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'kepsim-cases-'))
  try {
    const args = [component, '--release', version.slice(1), ...flags]
    const { exitCode, stdout, stderr } = await runComponent({ args, cwd, ownProcess, timeout: 15_000 })
    return compareJson(recorded, controllerStart(exitCode, stdout, stderr))
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** The recorded starts of kube-controller-manager and kube-scheduler. */
export const controllerStartCases: CaseKind = {
  files: (dir) => present(dir, controllerStartsFile),
  cases(dir, file) {
    const all = eachOutcome(readOutcomes<ControllerInput, ControllerStart>(dir, file))
    const sample = firstOfEach(all, ({ version, input: { component } }) => `${version} ${component}`)
    return all.map((one) => ({
      id: `${one.version} ${one.input.component} ${one.input.flags.join(' ')}`.trimEnd(),
      difference: () => difference(one.version, one.input, one.outcome, sample.has(one)),
    }))
  },
  startsComponents: true,
}
