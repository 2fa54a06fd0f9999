// The steps of action.yml, run as a runner does: inputs in the environment, bash with -e.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../component-base/package-root.ts'

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  outputs: Record<string, { value: string }>
  runs: {
    using: string
    steps: { name: string; id?: string; run: string; shell: string; env?: Record<string, string> }[]
  }
}

const action = parse(readFileSync(join(packageRoot, 'action.yml'), 'utf8')) as Action
const built = existsSync(join(packageRoot, 'dist/cli.cjs'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-action-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs a step in the project's folder. */
function run(name: string, inputs: Record<string, string>, path = process.env['PATH']): Ended {
  const step = action.runs.steps.find((one) => one.name === name)!
  const env = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([variable, text]) => [variable, filled(text, inputs)]),
  )
  return spawnSync('/bin/bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: {
      PATH: path,
      ...env,
      GITHUB_ACTION_PATH: packageRoot,
      GITHUB_OUTPUT: inFolder('output'),
      GITHUB_PATH: inFolder('path'),
      GITHUB_STEP_SUMMARY: inFolder('summary'),
    },
  })
}

const replay = (inputs: Record<string, string>): Ended => run('Replay', inputs)

function filled(text: string, inputs: Record<string, string>): string {
  return text.replace(/\$\{\{ inputs\.([\w.]+) \}\}/g, (_whole, input: string) => {
    return inputs[input] ?? action.inputs[input]!.default!
  })
}

test('no input is written into a script', () => {
  for (const step of action.runs.steps) expect(step.run).not.toContain('${{')
})

test('every input is used, and every step has a shell', () => {
  const { runs, inputs, outputs } = action
  expect(runs.using).toBe('composite')
  for (const step of runs.steps) expect(step.shell).toBe('bash')
  const texts = runs.steps.flatMap((step) => Object.values(step.env ?? {}))
  expect(texts.toSorted()).toEqual(
    Object.keys(inputs)
      .map((input) => `\${{ inputs.${input} }}`)
      .toSorted(),
  )
  for (const { value } of Object.values(outputs)) {
    const id = /^\$\{\{ steps\.(\w+)\.outputs\.[\w-]+ \}\}$/.exec(value)?.[1]
    expect(runs.steps.map((step) => step.id)).toContain(id)
  }
})

describe.skipIf(!built)('the action', { timeout: 60_000 }, () => {
  test('puts kepsim on the PATH of later steps', () => {
    expect(run('Install kepsim', {})).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(inFolder('path'), 'utf8')).toBe(`${join(packageRoot, 'bin')}\n`)
  })

  test('says which Node it needs', () => {
    const node = inFolder('node')
    writeFileSync(node, '#!/bin/sh\n[ "$1" != --version ] || echo v18.0.0\n[ "$1" = --version ]\n', {
      mode: 0o755,
    })
    const { status, stdout } = run('Install kepsim', {}, folder)
    expect(status).toBe(2)
    expect(stdout).toContain('::error::kepsim needs Node 20.20 or later; this runner has v18.0.0')
  })

  test('replays a document, and summarizes its steps', () => {
    const { status, stdout } = replay({
      document: 'e2e/scenarios/kep-4004.md',
      kubectl: 'builtin',
      junit: inFolder('junit.xml'),
      html: inFolder('report.html'),
    })
    expect(status).toBe(0)
    expect(stdout).not.toContain('::error')
    expect(readFileSync(inFolder('output'), 'utf8')).toBe('exit-code=0\n')
    expect(readFileSync(inFolder('summary'), 'utf8').match(/\*\*passed\*\*/g)).toHaveLength(4)
    expect(readFileSync(inFolder('junit.xml'), 'utf8')).toContain('<testsuite ')
    expect(readFileSync(inFolder('report.html'), 'utf8')).toContain('<!doctype html>')
  })

  test('annotates what differs', () => {
    const { status, stdout } = replay({
      document: 'e2e/scenarios/kep-4004.md',
      kubectl: 'builtin',
      branch: 'release-1.33=1.31\nrelease-1.30=1.30',
    })
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^::error file=e2e\/scenarios\/kep-4004\.md,line=\d+,title=kepsim replay%3A step 2 differs::/m,
    )
    expect(readFileSync(inFolder('output'), 'utf8')).toBe('exit-code=1\n')
  })

  test('takes inputs as they are', () => {
    const { status, stderr } = replay({
      document: '--help; $(touch pwned).md',
      section: '`touch pwned`',
      kubectl: 'builtin',
    })
    expect(status).toBe(2)
    expect(stderr).toContain('--help; $(touch pwned).md: no such file')
    expect(existsSync(join(packageRoot, 'pwned'))).toBe(false)
  })
})
