// Which release a component simulates.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PatchFacts } from '../featuregates/gate-set.ts'
import { minorOf } from './minor.ts'
import { packageRoot } from './package-root.ts'
import type { ReleasePlan } from './plan-extension.ts'
import { recordedReleases } from './release-facts.ts'

/** A release that a component simulates: recorded, or of a plan. */
export interface Release {
  minor: number
  patch: number
  /** The version that the component reports: `v1.34.4`. */
  text: string
  /** The minor release whose facts are used, `1.34`; of a planned release the newest recorded one. */
  facts: string
  /** Laid over the facts; only with releases of a plan. */
  plan?: ReleasePlan
}

let patches: PatchFacts | undefined

/** The differences between patch releases of a minor release. Shared: do not change them. */
export function patchFacts(): PatchFacts {
  patches ??= JSON.parse(readFileSync(join(packageRoot, 'releases', 'patches.json'), 'utf8')) as PatchFacts
  return patches
}

/** A text that names no known release. The message says which can be named. */
export class UnknownReleaseError extends Error {}

/**
 * Reads `1.34`, `1.34.2` or `v1.31.0`; without a patch the newest recorded one. With a plan, releases up to its last one are
 * possible, as patch 0 where none is given. Throws UnknownReleaseError with what would be right.
 */
export function parseRelease(text: string, plan?: ReleasePlan): Release {
  const match = /^v?1\.(0|[1-9][0-9]*)(?:\.(0|[1-9][0-9]*))?$/.exec(text.trim())
  const recorded = recordedReleases()
  const newest = recorded.at(-1)!
  const last = plan === undefined ? newest : plan.lastRelease
  const range = `releases ${recorded[0]} to ${last} can be simulated`
  if (match === null)
    throw new UnknownReleaseError(
      `"${text}" is not a release${meant(text, recorded)}: write it as ${newest} or ${newest}.0; ${range}`,
    )
  const minor = Number(match[1])
  const name = `1.${minor}`
  const planned = plan === undefined ? {} : { plan }
  if (minor > minorOf(newest) && minor <= minorOf(last)) {
    const patch = Number(match[2] ?? 0)
    return { minor, patch, text: `v${name}.${patch}`, facts: newest, ...planned }
  }
  if (!recorded.includes(name)) {
    const end = plan === undefined ? 'later ones need a plan' : `the plan ${plan.name} ends there`
    const hint = minor > minorOf(newest) ? `; ${end}` : ''
    throw new UnknownReleaseError(`release ${text} is not known: ${range}${hint}`)
  }
  const recordedPatch = Number(patchFacts().recorded[name]!.split('.')[2])
  const patch = match[2] === undefined ? recordedPatch : Number(match[2])
  if (patch > recordedPatch) {
    throw new UnknownReleaseError(
      `release ${text} is not known: the patches of ${name} reach from ${name}.0 to ${name}.${recordedPatch}`,
    )
  }
  return { minor, patch, text: `v${name}.${patch}`, facts: name, ...planned }
}

/** The newest release that can be simulated: the last one of the plan, or the newest recorded one (`1.36`). */
export const newestOf = (plan?: ReleasePlan): string => plan?.lastRelease ?? recordedReleases().at(-1)!

/** What has the digits of a release, and something else between or around them: `136`, `1,36`, `36`, `1.36.`. */
function meant(text: string, recorded: readonly string[]): string {
  const digits = text.replace(/\D/g, '')
  const found = recorded.find((release) => [release.replace('.', ''), release.slice(2)].includes(digits))
  return found === undefined ? '' : ` (did you mean ${found}?)`
}

/** The release that `text` names, or the newest one without it. Throws UnknownReleaseError. */
export const loadRelease = (text?: string, plan?: ReleasePlan): Release =>
  parseRelease(text ?? newestOf(plan), plan)
