// Upstream: k8s.io/component-base/version/dynamic.go, k8s.io/apimachinery/pkg/util/version (ParseSemantic)
import { flagDialect } from './flags/dialect.ts'
import { goQuote } from './go/quote.ts'
import type { Release } from './release.ts'

/** Checks `--version=v1.36.3-build`: only the part after the patch number may differ. Throws with upstream's text. */
function checkDynamicVersion(text: string, version: string): void {
  if (!text.startsWith('v') || text === version) return
  if (numbersOf(text).join('.') !== numbersOf(version).join('.'))
    throw new Error(
      `version ${goQuote(text)} must match major/minor/patch of default version ${goQuote(version)}`,
    )
}

/** Major, minor and patch. */
function numbersOf(text: string): string[] {
  const parts = /^v(\d+(?:\.\d+)*)(.*)$/.exec(text)
  if (parts === null) throw new Error(`could not parse ${goQuote(text)} as version`)
  const [, numbers, extra] = parts as unknown as [string, string, string]
  const components = numbers.split('.')
  if (components.length !== 3) throw new Error(`illegal version string ${goQuote(text)}`)
  for (const component of components)
    if (/^0./.test(component))
      throw new Error(`illegal zero-prefixed version component ${goQuote(component)} in ${goQuote(text)}`)
  if (!/^(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(extra))
    throw new Error(`could not parse pre-release/metadata (${extra}) in version ${goQuote(text)}`)
  return components
}

/** The check of `--version` that a component's command line is read with, of releases in which it may name a version. */
export const versionCheck = ({
  minor,
  text: version,
}: Release): Readonly<Record<string, (text: string) => void>> =>
  flagDialect(minor).boolVersion ? {} : { version: (text) => checkDynamicVersion(text, version) }
