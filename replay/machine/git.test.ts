import { describe, expect, it } from 'vitest'
import { type Checkout, git, releaseOf } from './git.ts'

const checkout = (named: [string, string][] = []): Checkout => ({
  branch: 'master',
  named: new Map(named),
  newest: '1.36',
  known: (release) => /^1\.3[0-6]/.test(release),
  full: (release) => release,
})

describe('branches', () => {
  it.each([
    ['master', '1.36'],
    ['release-1.33', '1.33'],
    ['upstream/release-1.33', '1.33'],
    ['v1.33.4', '1.33.4'],
    ['mine', '1.31.0'],
  ])('%s stands for %s', (ref, release) => {
    expect(releaseOf(checkout([['mine', '1.31.0']]), ref)).toEqual({ ok: true, release })
  })
  it('tells a branch that is not there from a release that is not', () => {
    expect(releaseOf(checkout(), 'my-branch')).toEqual({ ok: false, reason: 'no-such-ref' })
    expect(releaseOf(checkout(), 'v1.20.0')).toMatchObject({ reason: 'no-such-release', release: '1.20.0' })
  })
})

describe('git', () => {
  it('checks out', () => {
    const own = checkout()
    expect(git(own, ['checkout', 'release-1.34'])).toMatchObject({
      stderr: "Switched to branch 'release-1.34'\n",
      moved: true,
    })
    expect(git(own, ['branch', '--show-current']).stdout).toBe('release-1.34\n')
    expect(git(own, ['switch', 'release-1.34'])).toMatchObject({ moved: false })
    expect(git(own, ['checkout', '-b', 'mine', 'v1.32.0']).exitCode).toBe(0)
    expect(releaseOf(own, 'mine')).toEqual({ ok: true, release: '1.32.0' })
  })
  it('refuses what is not there', () => {
    expect(git(checkout(), ['checkout', 'nothing'])).toMatchObject({ exitCode: 1, moved: false })
    expect(git(checkout(), ['checkout', 'v1.20.0']).unknownRelease).toBe('1.20.0')
    expect(git(checkout(), ['frobnicate']).stderr).toContain("'frobnicate' is not a git command")
  })
})
