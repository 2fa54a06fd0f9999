// Sentences that only say which release the cluster is of: "With a v1.35 cluster.", "Tested on v1.34.", "Preparation (1.34, kind):".
import type { Claim } from './claims/claim.ts'
import type { Sentence } from './claims/sentence.ts'
import { releaseInProse } from './document-release-texts.ts'

const only =
  /^\W*(?:(?:(?:we|it|this)\s+)?(?:was\s+|were\s+)?(?:with|in|on|against|for|using|uses?|used|tested|tried|verified|run|checked|environment|setup|set-up|preparation|prerequisites?|version|versions?|release|requires?|given|assuming|take|kubernetes|k8s|cluster|clusters|a|an|the|any|fresh|plain|new|recent|running|local|default|empty|single|one|kind|kubeadm|node|of|at|and|is|are|minikube|control[\s-]plane|here|all|steps?|everything|below)[\s:,()—–-]*)+$/i
const release = /(?<![\w.:/-])`?v?(1\.\d{2}(?:\.\d+)?)`?(?![\w-]|\.\d)/g

/** That kube-apiserver is of the release that is all a sentence tells; undefined where it says more. */
export function releaseClaim({ text, line }: Sentence): Claim | undefined {
  const found = [...text.matchAll(release)]
  if (found.length !== 1 || !only.test(text.replace(release, '').replace(/[.\s]+$/, ' '))) return undefined
  // What nothing runs for it is no news of the cluster: the newest release runs then.
  if (releaseInProse(text) !== found[0]![1]) return undefined
  return { kind: 'component', component: 'kube-apiserver', running: true, release: found[0]![1]!, text, line }
}
