import { type ImageReference, parseNormalizedNamed } from '../../component-base/go/image-reference.ts'
import { goQuote } from '../../component-base/go/quote.ts'

/** Names that surely lead nowhere: `.invalid` is kept for that (RFC 6761), and upstream's tests name such a host `invalid.`… */
const leadsNowhere = (registry: string): boolean =>
  /^invalid\.|\.invalid$/.test(registry.replace(/:\d+$/, ''))

/** What a name says of itself where nothing has it: `nonexistent`, `no-such-image`, `wrong-tag`. */
const deniesItself =
  /(?:^|-)(?:non?-?exist\w*|(?:not|in)-?exist(?:ent|ing|s)?|do(?:es)?-?n(?:o|-)?t-?exist\w*|no-?such)(?:-|$)/
const qualities = 'bad|bogus|broken|fake|invalid|missing|not-?found|unknown|unpullable|wrong'
const badName = new RegExp(`(?:^|-)(?:${qualities})-?(?:image|name|repo|repository|tag|version)(?:-|$)`)
const badTag = new RegExp(`^(?:404|${qualities})$`)

const words = (part: string): string => part.toLowerCase().replace(/[._-]+/g, '-')
const isNone = (part: string): boolean => deniesItself.test(words(part)) || badName.test(words(part))
const isNoTag = (tag: string): boolean => isNone(tag) || badTag.test(words(tag))

/**
 * Why a runtime cannot pull an image, in its words; undefined: it can. Every image of a registry that may exist is there, but of those
 * whose names say that they are not. Upstream: containerd (remotes/docker/resolver.go)
 */
export function pullFailure(image: string): string | undefined {
  const parsed = parseNormalizedNamed(image)
  if (parsed instanceof Error) return undefined
  const found = refusalOf({ ...parsed, tag: parsed.tag || (parsed.digest === '' ? 'latest' : '') })
  if (found === undefined) return undefined
  const { code, whole, why } = found
  return `rpc error: code = ${code} desc = failed to pull and unpack image ${goQuote(whole)}: failed to resolve reference ${goQuote(whole)}: ${why}`
}

function refusalOf({
  domain,
  path,
  tag,
  digest,
}: ImageReference): { code: 'Unknown' | 'NotFound'; whole: string; why: string } | undefined {
  const whole = `${domain}/${path}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`
  if (leadsNowhere(domain)) {
    const url = `https://${domain}/v2/${path}/manifests/${digest || tag}`
    const why = `failed to do request: Head ${goQuote(url)}: dial tcp: lookup ${domain.replace(/:\d+$/, '')}: no such host`
    return { code: 'Unknown', whole, why }
  }
  const hasNoRepository = path.split('/').some(isNone)
  if (hasNoRepository && domain === 'docker.io') return { code: 'Unknown', whole, why: denied }
  return hasNoRepository || isNoTag(tag) ? { code: 'NotFound', whole, why: `${whole}: not found` } : undefined
}

/** The hub tells nobody whether it has a repository. */
const denied =
  'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed'
