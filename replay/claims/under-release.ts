// "In v1.33.0, the field is dropped": the release under which something is said of this cluster.
import type { Claim } from './claim.ts'
import { type ClaimResult, type ClaimWorld, holds, unknown } from './world.ts'

const under =
  /^(?:(?:and|but|then|now|also|finally),?\s)?(?:in|on|with|at|under|using)\s(?:(?:an?|the|kubernetes|k8s|release|version|cluster|of)\s){0,4}`?v?(1\.\d\d(?:\.\d{1,3})?)`?(?:\s(?:cluster|release|control plane|again|now|once more)){0,2}(?:,\s+|\s+(?=(?:the|its|all|both|each|every|no|none|there|this|that|these|it|they|nothing|`)(?:\s|[^\s`]{1,80}`)))(?=\S)/i

/** The release that a sentence is said under, and the rest of it; undefined where it names none. */
export function saidUnder(text: string): { release: string; left: string } | undefined {
  const found = under.exec(text)
  // Of gates other readers know more.
  return found === null || /^(?:the )?`?[A-Z]\w*[a-z][A-Z]/.test(text.slice(found[0].length))
    ? undefined
    : { release: found[1]!, left: text.slice(found[0].length) }
}

const ofReleases: ReadonlySet<Claim['kind']> = new Set(['gate', 'gate standing', 'served', 'component'])
/** Whether claims are of objects, rather than of what a release has, which may be any. */
export const areOfObjects = (claims: readonly Claim[]): boolean =>
  claims.length > 0 && claims.every(({ kind }) => !ofReleases.has(kind))

/** Whether something of the release runs; where nothing does, the sentence may tell of another time. */
export function checkUnderRelease(
  { release }: Extract<Claim, { kind: 'under release' }>,
  world: ClaimWorld,
): ClaimResult {
  const running = [
    ...new Set(
      ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-proxy'].flatMap(
        (component) => world.release(component) ?? [],
      ),
    ),
  ]
  return running.some((one) => one === release || one.startsWith(`${release}.`))
    ? holds(true, `${release} runs`)
    : unknown(`no component runs ${release}, but ${running.length === 0 ? 'none' : running.join(', ')}`)
}
