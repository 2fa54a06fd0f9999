// The flags of kube-proxy, and how a release reads their texts. Upstream: cmd/kube-proxy/app/options.go, component-base/logs

import { versionCheck } from '../../component-base/dynamic-version.ts'
import type { FlagDefinition } from '../../component-base/flags/flag-definition.ts'
import { releaseFlags } from '../../component-base/flags/flag-definitions.ts'
import { parseDuration } from '../../component-base/go/duration.ts'
import { parseBool, parseInteger, parseUnsigned } from '../../component-base/go/numbers.ts'
import type { Release } from '../../component-base/release.ts'
import { proxyConfigDialect } from '../config/dialect.ts'

/** The flags of a release's kube-proxy. */
export function proxyFlags(release: Release): readonly FlagDefinition[] {
  const flags = releaseFlags(release, 'kube-proxy')
  if (proxyConfigDialect(release.minor).loggingSection) return flags
  // klog's own level, which may be below zero.
  return flags.map((flag) => (flag.name === 'v' ? { ...flag, type: 'int32', shownType: flag.type } : flag))
}

type Checks = Record<string, (text: string) => void>

/** What Go's flag package says of a text that its own types do not take. */
const goFlag =
  (parse: (text: string) => unknown) =>
  (text: string): void => {
    try {
      parse(text)
    } catch {
      throw new Error('parse error')
    }
  }

/** The checks of releases whose logging flags are klog's own. */
const klogChecks: Checks = {
  v: (text) => void parseInteger(text, 10, 32),
  'log-flush-frequency': goFlag(parseDuration),
  'log-file-max-size': goFlag((text) => parseUnsigned(text, 0, 64)),
  version: (text) => void (text === 'raw' || parseBool(text)),
}

/** Further checks of flags' texts, beside those of their types. Each throws an Error with Go's text. */
export const proxyFlagChecks = (release: Release): Checks =>
  proxyConfigDialect(release.minor).loggingSection ? versionCheck(release) : klogChecks
