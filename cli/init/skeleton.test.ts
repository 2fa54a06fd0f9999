import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { workflowSkeleton } from './skeleton.ts'
import { folderInRepository } from './write-files.ts'

const subject = { number: '1234', gate: 'MyFeature' }
const jobOf = (folder: string) =>
  (parse(workflowSkeleton(subject, folder)) as { jobs: { kepsim: { defaults?: unknown; steps: object[] } } })
    .jobs.kepsim

it('works in the folder of the KEP, as GitHub begins at the root of the repository', () => {
  const job = jobOf('keps/sig node/1234: "x"')
  expect(job.defaults).toEqual({ run: { 'working-directory': 'keps/sig node/1234: "x"' } })
  expect(job.steps.at(-1)).toMatchObject({ with: { path: 'keps/sig node/1234: "x"/report.html' } })
  expect(jobOf('').defaults).toBeUndefined()
  expect(jobOf('').steps.at(-1)).toMatchObject({ with: { path: 'report.html' } })
})

it('finds the root by .git, or takes the working directory for it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'kepsim-init-'))
  try {
    mkdirSync(join(dir, '.git'))
    expect(folderInRepository(join(dir, 'keps', '1234'))).toBe('keps/1234')
    expect(folderInRepository(dir)).toBe('')
    expect(folderInRepository('kep-1234')).toBe('kep-1234')
    expect(folderInRepository('..a')).toBe('..a')
    expect(folderInRepository('../kep-1234')).toBe('')
  } finally {
    rmSync(dir, { recursive: true })
  }
})
