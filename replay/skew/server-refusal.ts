// Flags that a kube-apiserver does not take: what it says of them is known before it is started.
import { minorRelease } from '../../component-base/minor.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { parseRelease } from '../../component-base/release.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { alphaEmulationError, kubeEffectiveVersion } from '../../featuregates/effective-version.ts'
import { parseVersion } from '../../featuregates/version.ts'
import type { Cell } from './cell.ts'

type ServerVersions = Pick<Cell, 'apiserver' | 'emulated' | 'minCompatibility'>

/** @note the flags take a version with the component's name in front. */
export function versionFlags({ emulated, minCompatibility }: Omit<ServerVersions, 'apiserver'>): string[] {
  const flags: string[] = []
  if (emulated !== undefined) flags.push(`--emulated-version=kube=${minorRelease(emulated)}`)
  if (minCompatibility !== undefined)
    flags.push(`--min-compatibility-version=kube=${minorRelease(minCompatibility)}`)
  return flags
}

/** The texts of its error; empty where it starts. */
export function serverRefusals(versions: ServerVersions, plan?: ReleasePlan): string[] {
  const release = parseRelease(versions.apiserver, plan)
  const known = releaseFacts(release.facts, 'component-flags')['kube-apiserver']!
  // The command line is read first.
  const unknown = versionFlags(versions)
    .map((flag) => flag.split('=')[0]!)
    .find((flag) => !Object.hasOwn(known, flag.slice(2)))
  if (unknown !== undefined) return [`unknown flag: ${unknown}`]
  const effective = kubeEffectiveVersion(parseVersion(release.text))
  if (versions.emulated !== undefined) effective.setEmulation(parseVersion(minorRelease(versions.emulated)))
  if (versions.minCompatibility !== undefined)
    effective.setMinCompatibility(parseVersion(minorRelease(versions.minCompatibility)))
  const alpha = alphaEmulationError(effective)
  return [...effective.validate(), ...(alpha === undefined ? [] : [alpha])]
}
