// Hairpin mode, credentials for images that are there already.
// Upstream: pkg/kubelet/apis/config/validation/validation.go, pkg/kubelet/images/pullmanager/image_pull_policies.go

import { goQuote } from '../../../apimachinery/field-error.ts'
import { parseReference } from '../../../component-base/go/image-reference.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { type Check, invalid } from './check.ts'

/** hairpinMode must be a known mode. */
export const hairpin: Check = ({ hairpinMode = '' }) =>
  ['none', 'hairpin-veth', 'promiscuous-bridge'].includes(hairpinMode)
    ? []
    : [
        invalid(
          `option ${goQuote(hairpinMode)} specified for hairpinMode (--hairpin-mode). Valid options are "none", "hairpin-veth" or "promiscuous-bridge"`,
        ),
      ]

const verificationPolicies = [
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
]

/** The policy and allowlist of preloaded images need KubeletEnsureSecretPulledImages, and each other. */
export const imageCredentials: Check = (config, { gates }) => {
  const policy = config.imagePullCredentialsVerificationPolicy ?? ''
  const patterns = config.preloadedImagesVerificationAllowlist ?? []
  if (!gateEnabled(gates, 'KubeletEnsureSecretPulledImages')) {
    const given = [
      ...(policy === '' ? [] : ['imagePullCredentialsVerificationPolicy']),
      ...(patterns.length === 0 ? [] : ['preloadedImagesVerificationAllowlist']),
    ]
    return given.map((field) =>
      invalid(`\`${field}\` must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled`),
    )
  }
  const errors = verificationPolicies.includes(policy)
    ? []
    : [
        invalid(
          `option ${goQuote(policy)} specified for imagePullCredentialsVerificationPolicy. Valid options are "NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages" or "AlwaysVerify"`,
        ),
      ]
  if (patterns.length > 0 && policy !== 'NeverVerifyAllowlistedImages') {
    // @note The field's name is misspelt upstream.
    errors.push(
      invalid(
        'can\'t set `preloadedImagesVerificationAllowlist` if `imagePullCredentialsVertificationPolicy` is not "NeverVerifyAllowlistedImages"',
      ),
    )
    return errors
  }
  const wrong = patterns.map(patternError).find((e) => e !== undefined)
  if (wrong !== undefined)
    errors.push(invalid(`invalid image pattern in \`preloadedImagesVerificationAllowlist\`: ${wrong}`))
  return errors
}

function patternError(pattern: string): string | undefined {
  if (pattern !== pattern.trim()) return `leading/trailing spaces are not allowed: ${pattern}`
  const wildcard = pattern.endsWith('/*')
  const trimmed = wildcard ? pattern.slice(0, -1) : pattern
  if (trimmed === '') return `the supplied pattern is too short: ${pattern}`
  if (trimmed.includes('*'))
    return `not a valid wildcard pattern, only patterns ending with '/*' are allowed: ${pattern}`
  if (wildcard) return trimmed.length === 1 ? 'at least registry hostname is required' : undefined
  const parsed = parseReference(trimmed)
  if (parsed instanceof Error) return `failed to parse as an image name: ${parsed.message}`
  return parsed.tag === '' && parsed.digest === ''
    ? undefined
    : `neither tag nor digest is accepted in an image reference: ${pattern}`
}
