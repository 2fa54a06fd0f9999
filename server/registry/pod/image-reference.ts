// Upstream: pkg/util/parsers/parsers.go (ParseImageName)
import { parseNormalizedNamed } from '../../../component-base/go/image-reference.ts'

/**
 * The tag of an image as defaulting sees it: `latest` where neither tag nor digest is given, and `''` for an image
 * with only a digest or one that is not a valid reference.
 */
export function imageTag(image: string): string {
  const parsed = parseNormalizedNamed(image)
  if (parsed instanceof Error) return ''
  return parsed.tag === '' && parsed.digest === '' ? 'latest' : parsed.tag
}
