// The workflows of the project and those that its guides show, held against what they call: scripts, files, command lines, inputs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readCommandLine } from '../../cli/command-line.ts'
import { commands } from '../../cli/commands.ts'
import { packageRoot } from '../../component-base/package-root.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}
interface Job {
  permissions?: Record<string, string>
  strategy?: { matrix: Record<string, unknown[]> }
  steps: Step[]
}
interface Workflow {
  on: Record<string, unknown> | string
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const folder = '.github/workflows'
const workflows = readdirSync(join(packageRoot, folder)).map(
  (name) => [name, parse(read(`${folder}/${name}`)) as Workflow] as const,
)
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const { inputs } = parse(read('action.yml')) as { inputs: Record<string, unknown> }

/** What is shown of workflows and of GitLab's jobs, as those who copy it have it. */
const shown = [...read('docs/guide/ci.md').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
  ([, text]) => parse(text!) as Record<string, unknown>,
)
const stepsOf = ({ jobs }: Pick<Workflow, 'jobs'>): Step[] =>
  Object.values(jobs).flatMap(({ steps }) => steps)
const shownSteps = shown.flatMap((one) => ('jobs' in one ? stepsOf(one as unknown as Workflow) : []))
const shownScripts = shown.flatMap((one) =>
  Object.values(one).flatMap((job) => (job as { script?: string[] } | null)?.script ?? []),
)

/** The words of a line as a shell has them, with something in place of each variable. */
const wordsOf = (line: string): string[] =>
  (line.replace(/\$\{\{.*?\}\}|\$\{?\w+\}?/g, '1').match(/"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^"|"$/g, ''),
  )

/** Reads a line by kepsim's own command lines. Throws a UsageError. */
async function check(line: string): Promise<void> {
  const words = wordsOf(line)
  const [name, ...args] = words.slice(words.findIndex((word) => /(?:^|\/)kepsim$/.test(word)) + 1)
  const command = await commands[name ?? '']?.line?.()
  expect(command, line).toBeDefined()
  readCommandLine(command!, args)
}
const lines = (run: string): string[] => run.split('\n').filter((line) => line.trim() !== '')
const callsKepsim = (line: string): boolean => /(?:^|\/|\s)kepsim\s/.test(line)

describe.each(workflows)('%s', (_, workflow) => {
  const steps = stepsOf(workflow)
  const runs = steps.flatMap(({ run }) => lines(run ?? ''))

  it('takes actions of others by their commit only', () => {
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).toMatch(/^(?:\.\/|[\w-]+\/[\w-]+@[0-9a-f]{40}$)/)
  })
  it('gives itself no more than it needs', () => {
    const granted = Object.entries(workflow.permissions ?? { everything: 'write' })
    expect(granted.filter(([what, how]) => how !== 'read' && what !== 'id-token')).toEqual([])
  })
  it('calls scripts and files that there are', () => {
    for (const run of runs) {
      const [program, verb, name] = wordsOf(run)
      if (program === 'npm' && verb === 'run') expect(scripts).toHaveProperty(name!)
      if (program === 'npm' && verb === 'test') expect(scripts).toHaveProperty('test')
      if (program === 'node') expect(existsSync(join(packageRoot, verb!)), run).toBe(true)
    }
  })
  it('gives kepsim command lines that it understands, and its action inputs that it has', async () => {
    for (const run of runs.filter(callsKepsim)) await check(run)
    for (const step of steps.filter(({ uses }) => uses === './'))
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})))
  })
})

it('runs on three systems and three releases of Node', () => {
  const { jobs } = workflows.find(([name]) => name === 'ci.yml')![1]
  const { os, node } = jobs['first-minutes']!.strategy!.matrix
  expect([os, node]).toEqual([
    ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    [20, 22, 24],
  ])
})

it('publishes what a tag names, with its provenance, and without a token', () => {
  const [, publish] = workflows.find(([name]) => name === 'publish.yml')!
  expect(publish.permissions).toEqual({ contents: 'read' })
  const runsOf = (job: string): string[] => publish.jobs[job]!.steps.flatMap(({ run }) => run ?? [])
  expect(runsOf('package').indexOf('npm test')).toBeGreaterThan(0)
  expect(runsOf('package').at(-1)).toMatch(/^npm pack /)
  // Whoever has the right to publish runs nothing that a dependency brings.
  const trusted = Object.keys(publish.jobs).filter((job) => publish.jobs[job]!.permissions?.['id-token'])
  expect(trusted).toEqual(['publish'])
  expect(runsOf('publish')).toEqual([
    expect.stringMatching(/^npm publish .*--provenance .*--ignore-scripts$/),
  ])
  expect(read(`${folder}/publish.yml`)).not.toMatch(/secrets\./)
})

describe('docs/guide/ci.md', () => {
  it('shows command lines that kepsim understands', async () => {
    const shownRuns = [...shownSteps.flatMap(({ run }) => lines(run ?? '')), ...shownScripts].filter(
      callsKepsim,
    )
    expect(shownRuns.length).toBeGreaterThan(2)
    for (const run of shownRuns) await check(run)
  })
  it('gives the action inputs that it has, and tells of each', () => {
    const uses = shownSteps.filter(({ uses }) => /\bkepsim\b/.test(uses ?? ''))
    expect(uses.length).toBeGreaterThan(0)
    for (const step of uses)
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})))
    for (const input of Object.keys(inputs))
      expect(read('docs/guide/ci.md')).toMatch(new RegExp(`^\\|.*\`${input}\``, 'm'))
  })
  it('would notice a flag that there is not', async () => {
    await expect(check('npx kepsim skew x.mjs --aspiserver 1.36')).rejects.toThrow('--aspiserver')
  })
})

it('no script of npm needs a shell of its own', () => {
  for (const [name, script] of Object.entries(scripts))
    expect(script, name).not.toMatch(/\/tmp|[;|<>$`]|(?<!&)&(?!&)|^\w+=|\b(?:rm|cp|mv|mkdir|export|cat|cd) /)
})
