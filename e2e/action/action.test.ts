// The steps of action.yml, run as a runner does: inputs in the environment, bash with -e.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../component-base/package-root.ts'

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  runs: { using: string; steps: { name: string; run: string; shell: string; env?: Record<string, string> }[] }
}

const action = parse(readFileSync(join(packageRoot, 'action.yml'), 'utf8')) as Action
const built = existsSync(join(packageRoot, 'dist/cli.js'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kepsim-action-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

/** Runs the step `Replay` in the project's folder. */
function replay(inputs: Record<string, string>): { status: number | null; stdout: string; stderr: string } {
  const step = action.runs.steps.find((one) => one.name === 'Replay')!
  const env = Object.fromEntries(
    Object.entries(step.env!).map(([name, text]) => [name, filled(text, inputs)]),
  )
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ...env,
      GITHUB_OUTPUT: inFolder('output'),
      GITHUB_STEP_SUMMARY: inFolder('summary'),
    },
  })
}

function filled(text: string, inputs: Record<string, string>): string {
  return text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_whole, name: string) => {
    if (name === 'github.action_path') return packageRoot
    const input = name.replace(/^inputs\./, '')
    return inputs[input] ?? action.inputs[input]!.default!
  })
}

test('no input is written into a script', () => {
  for (const step of action.runs.steps) expect(step.run).not.toContain('${{')
})

describe.skipIf(!built)('the action', { timeout: 60_000 }, () => {
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
      /^::error file=e2e\/scenarios\/kep-4004\.md,line=\d+,title=kepsim replay%3A step 2::/m,
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
