// Documents that have things typed in their sentences, and say what comes of them: what is true passes, or is not checked; what is false
// never passes. `«false|true»`.
import { expect, it } from 'vitest'
import { fixedSurroundings } from '../../cli/fixed-surroundings.ts'
import { recordedGateFacts } from '../../cli/gate-facts.ts'
import { builtinKubectl } from '../../replay/machine/builtin-kubectl.ts'
import { stepsOfResult, worstOf } from '../../replay/outcome.ts'
import { replay } from '../../replay/replay.ts'

const block = (lines: string): string => `\n\n   \`\`\`console\n${lines.replace(/^/gm, '   ')}\n   \`\`\`\n`
const start = `1. Start the cluster.${block(`$ git checkout v1.31.0
$ FEATURE_GATES=JobManagedBy=true hack/local-up-cluster.sh
$ kubectl create deployment web --image=nginx --replicas=3
deployment.apps/web created
$ kubectl create deployment other --image=nginx
deployment.apps/other created
$ kubectl wait --for=condition=Available deployment/web deployment/other
deployment.apps/web condition met
deployment.apps/other condition met`)}`

async function outcomeOf(steps: string, isTrue: boolean): Promise<string> {
  const text = `# T\n\n## Upgrade -> downgrade -> upgrade\n\n${start}\n${steps}`.replace(
    /«([^|»]*)\|([^»]*)»/g,
    (_, no: string, yes: string) => (isTrue ? yes : no),
  )
  const facts = recordedGateFacts()
  const surroundings = fixedSurroundings(Date.UTC(2026, 0, 5), builtinKubectl)
  const { result } = await replay({ file: 'x.md', text, ...surroundings, facts })
  return worstOf(stepsOfResult(result).map(({ outcome }) => outcome))
}

const passing: Readonly<Record<string, string>> = {
  'a command alone in an item':
    '2. `kubectl scale deployment web --replicas=2`\n\n   The Deployment `web` has «three|two» replicas.\n',
  'a command that ends a sentence':
    '2. Scale it down with `kubectl scale deployment web --replicas=1`. `web` has «two|one» ready replica«s|».\n',
  'a command that removes something':
    '2. `kubectl delete deployment other` removes the Deployment `«web|other»`.\n',
  'a command that has an output below': `2. \`kubectl get deployment other -o jsonpath='{.spec.replicas}'\` prints\n\n   \`\`\`\n   «2|1»\n   \`\`\`\n`,
  'a command after which something is so':
    '2. After a scale-down (`kubectl scale deployment web --replicas=2`) the Deployment `web` has «3|2» replicas.\n',
  'its, of what the sentence is about':
    '2. The Deployment `web` is available and its `.spec.replicas` is «1|3».\n',
  'it, of what the sentence before is about':
    '2. The Deployment `other` is available. It has «three|one» replica«s|».\n',
  'what is so before an act below': `2. The Deployment \`web\` still has «2|3» replicas. After it was scaled, it has 2 replicas:${block(`$ kubectl get deployment web -o name
deployment.apps/web
$ kubectl scale deployment web --replicas=2
deployment.apps/web scaled`)}`,
  'a gate turned by what is told in the passive':
    '2. Then the feature was disabled in kube-apiserver and kube-controller-manager.\n\n   The feature gate is «enabled|disabled» in kube-apiserver.\n',
  'a downgrade that is simulated':
    '2. The downgrade was simulated by setting `JobManagedBy=false` for kube-apiserver.\n\n   The feature gate `JobManagedBy` is «enabled|disabled» in kube-apiserver.\n',
}
const neverFalse: Readonly<Record<string, string>> = {
  'a statement above a block that shows something': `2. The kind «is|isn't» served:${block(`$ kubectl get widgets
error: the server doesn't have a resource type "widgets"`)}`,
  'a default told in parentheses': `2. Look at 1.31 (feature «on|off» by default):${block(`$ kubectl get deployment other -o name
deployment.apps/other`)}`,
  'a stage and a default around a release':
    '2. `JobManagedBy` is alpha in 1.31 and «on|off» by default; `JobSuccessPolicy` is beta there.\n',
  'what follows a change that is not understood':
    '2. Then the frobnicator was enabled again.\n3. The Deployment `web` has «4|3» replicas.\n',
}

it.each(Object.entries(passing))('%s', { timeout: 180_000 }, async (_, steps) => {
  expect(await outcomeOf(steps, true)).toBe('passed')
  expect(await outcomeOf(steps, false)).toBe('differs')
})

it.each(Object.entries(neverFalse))('%s', { timeout: 180_000 }, async (_, steps) => {
  expect(['passed', 'not checked']).toContain(await outcomeOf(steps, true))
  expect(['not checked', 'differs']).toContain(await outcomeOf(steps, false))
})
