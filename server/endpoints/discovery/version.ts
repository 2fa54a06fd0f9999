// Upstream: apimachinery/pkg/version/types.go, apiserver/pkg/server/routes/version.go

import type { JsonObject } from '../../../apimachinery/json.ts'
import type { Release } from '../../../component-base/release.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'

/** The release and emulated versions that /version shows. */
export interface VersionOptions {
  readonly release: Pick<Release, 'minor' | 'text' | 'facts'>
  readonly emulation: number
  readonly minCompatibility: number
}

/** /version: the fields in the order of the release. */
export function versionInfo(options: VersionOptions): JsonObject {
  const facts = releaseFacts(options.release.facts, 'version')
  const out: JsonObject = {
    ...facts,
    major: '1',
    minor: String(options.release.minor),
    gitVersion: options.release.text,
  }
  if ('emulationMinor' in facts) out['emulationMinor'] = String(options.emulation)
  if ('minCompatibilityMinor' in facts) out['minCompatibilityMinor'] = String(options.minCompatibility)
  return out
}
