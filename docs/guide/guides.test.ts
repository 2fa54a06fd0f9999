// The guides' code blocks run as they stand, and print what the guides show.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

it.each(['ci', 'docs-writer'])('%s.md holds', { timeout: 120_000 }, (guide) => {
  const run = spawnSync(process.execPath, ['bin/kepsim', 'transcript', '--check', `docs/guide/${guide}.md`], {
    cwd: packageRoot,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  })
  expect(run.stdout + run.stderr).toBe(`docs/guide/${guide}.md: holds\n`)
  expect(run.status).toBe(0)
})
