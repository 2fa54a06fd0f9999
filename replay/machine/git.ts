// `git` in the machine's kubernetes checkout: a branch stands for a release.
import type { CommandResult } from './command-result.ts'

/** The kubernetes checkout of a machine, where branches and tags stand for releases. */
export interface Checkout {
  branch: string
  /** Branches and tags that have been named with a release (`--branch master=1.31.0`). */
  named: Map<string, string>
  newest: string
  /** The document's own release, where `newest` stands in for it as it cannot be simulated. */
  meant?: string | undefined
  /** Whether master has the tag of its release, so that builds have its version. */
  tagged?: true
  known(release: string): boolean
  /** With its patch number: `1.34` → `1.34.4`. */
  full(release: string): string
}

/** The release that a ref stands for, or why it stands for none. */
export type Resolved =
  | { ok: true; release: string }
  | { ok: false; reason: 'no-such-ref' | 'no-such-release'; release?: string }

/** The release that a branch or tag stands for. */
export function releaseOf(checkout: Checkout, ref: string): Resolved {
  const name = ref.replace(/^(?:remotes\/)?(?:upstream|origin)\//, '')
  const named = checkout.named.get(name)
  if (named !== undefined)
    return checkout.known(named)
      ? { ok: true, release: named }
      : { ok: false, reason: 'no-such-release', release: named }
  if (name === 'master' || name === 'main') return { ok: true, release: checkout.newest }
  const match = /^(?:release-|v)(\d+\.\d+(?:\.\d+)?)$/.exec(name)
  if (match === null) return { ok: false, reason: 'no-such-ref' }
  const release = match[1]!
  return checkout.known(release) ? { ok: true, release } : { ok: false, reason: 'no-such-release', release }
}

/** Why a release cannot be run, with the ones that can, and the option that helps. @param tag as `1.21.1` */
export function noRelease({ known }: Pick<Checkout, 'known'>, tag: string): string {
  const minors = Array.from({ length: 100 }, (_, minor) => `1.${minor}`).filter((minor) => known(minor))
  const [oldest = '', newest = ''] = [minors[0], minors.at(-1)]
  return `there is no release ${tag} to simulate: releases ${oldest} to ${newest} are (--branch v${tag}=${oldest} lets another one stand for it)`
}

/** Runs git; `moved` tells that another branch is checked out now. */
export function git(
  checkout: Checkout,
  args: readonly string[],
): CommandResult & { moved: boolean; unknownRelease?: string } {
  const rest = args[0] === '-C' ? args.slice(2) : args
  const [verb, ...operands] = rest
  if (verb === 'checkout' || verb === 'switch') return gitCheckout(checkout, operands)
  const out = answers(checkout, verb ?? '', operands)
  return { ...out, moved: false }
}

function answers(checkout: Checkout, verb: string, operands: readonly string[]): CommandResult {
  if (verb === 'branch' && operands.includes('--show-current')) return ok(`${checkout.branch}\n`)
  if (verb === 'rev-parse' && operands.includes('--abbrev-ref')) return ok(`${checkout.branch}\n`)
  if (verb === 'branch') return ok(`* ${checkout.branch}\n`)
  if (verb === 'status') {
    return ok(
      `On branch ${checkout.branch}\nYour branch is up to date with 'upstream/${checkout.branch}'.\n\nnothing to commit, working tree clean\n`,
    )
  }
  if (verb === 'clone')
    return {
      stdout: '',
      stderr: `Cloning into '${operands.at(-1)?.replace(/.*\/|\.git$/g, '') ?? ''}'...\n`,
      exitCode: 0,
    }
  if (
    [
      'fetch',
      'pull',
      'stash',
      'add',
      'commit',
      'remote',
      'reset',
      'clean',
      'config',
      'log',
      'describe',
      'diff',
      'restore',
      'worktree',
    ].includes(verb)
  )
    return ok('')
  return { stdout: '', stderr: `git: '${verb}' is not a git command. See 'git --help'.\n`, exitCode: 1 }
}

function gitCheckout(
  checkout: Checkout,
  operands: readonly string[],
): CommandResult & { moved: boolean; unknownRelease?: string } {
  const create = operands.findIndex((o) => o === '-b' || o === '-B' || o === '-c')
  const ref = create >= 0 ? operands[create + 1] : operands.find((o) => !o.startsWith('-'))
  if (ref === undefined) return { ...ok(''), moved: false }
  const base = create >= 0 ? operands.slice(create + 2).find((o) => !o.startsWith('-')) : ref
  const resolved = releaseOf(checkout, base ?? checkout.branch)
  if (!resolved.ok) {
    const failed = {
      stdout: '',
      stderr: `error: pathspec '${ref}' did not match any file(s) known to git\n`,
      exitCode: 1,
      moved: false,
    }
    return resolved.reason === 'no-such-release'
      ? { ...failed, unknownRelease: resolved.release ?? ref }
      : failed
  }
  const again = ref === checkout.branch
  if (create >= 0) checkout.named.set(ref, resolved.release)
  checkout.branch = ref
  const detached = /^v\d|^(upstream|origin)\//.test(ref)
  const said = detached
    ? `Note: switching to '${ref}'.\n`
    : `${again ? 'Already on' : create >= 0 ? 'Switched to a new branch' : 'Switched to branch'} '${ref}'\n`
  const stdout = detached || create >= 0 ? '' : `Your branch is up to date with 'upstream/${ref}'.\n`
  return { stdout, stderr: said, exitCode: 0, moved: !again }
}

const ok = (stdout: string): CommandResult => ({ stdout, stderr: '', exitCode: 0 })
