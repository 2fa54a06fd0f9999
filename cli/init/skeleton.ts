// The files that `kepsim init kep` and `kepsim plan init` write: a plan, the sections of a KEP's README that it is about, a scenario
// for the skew, and a workflow. They run as they are; what is special to the KEP stands in few places.

import { lowerFirst } from '../../component-base/first-letter.ts'
import { minorOf } from '../../component-base/minor.ts'
import { parseRelease } from '../../component-base/release.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'

/** What a skeleton is about. */
export interface Subject {
  /** Of the KEP: `9001`. */
  readonly number: string
  /** `MyFeature` */
  readonly gate: string
}

/** The releases of a skeleton: before the gate, alpha, beta, GA, and the last one of the plan. */
function releases(): { before: string; alpha: string; beta: string; ga: string; last: string } {
  const before = recordedReleases().at(-1)!
  const [alpha, beta, ga, last] = [1, 2, 3, 4].map((by) => `1.${minorOf(before) + by}`) as [
    string,
    string,
    string,
    string,
  ]
  return { before, alpha, beta, ga, last }
}

/** The field of a gate: `MyFeature` guards `myFeature`. */

/** The plan: a gate with its life, a field behind it, and probes. */
export function planSkeleton({ number, gate }: Subject): string {
  const { before, alpha, beta, ga, last } = releases()
  const field = lowerFirst(gate)
  const request = 'POST /api/v1/namespaces/default/services?dryRun=All'
  return `# KEP-${number} in releases to come. docs/guide/plans.md of kepsim tells what a plan can say.
apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata:
  name: kep-${number}
  kep: KEP-${number}
  summary: Services get spec.${field}
lastRelease: "${last}"
gates:
  - name: ${gate}
    components: [kube-apiserver]
    specs:
      - { version: "${alpha}", preRelease: Alpha, default: false }
      - { version: "${beta}", preRelease: Beta, default: true }
      - { version: "${ga}", preRelease: GA, default: true, lockToDefault: true }
fields:
  - resource: services
    path: spec.${field}
    type: string
    gate: ${gate}
    description: What the field is for.
probes:
  - name: create
    request: ${request}
    body: { metadata: { name: asked }, spec: { ports: [{ port: 80 }], ${field}: here } }
    show: spec.${field}
    claims:
      - { where: { ${gate}: true }, is: here }
      - { where: { ${gate}: false }, is: null }
      - { until: "${before}", is: null }
      - { from: "${ga}", emulates: false, where: { ${gate}: false }, refused: feature is locked to true }
`
}

const start = 'PRESERVE_ETCD=true ETCD_DIR=/tmp/etcd hack/local-up-cluster.sh'
const tag = (release: string): string =>
  recordedReleases().includes(release) ? parseRelease(release).text : `v${release}.0`

/** The README: the KEP template's sections on upgrades, skew, enablement and rollback, with steps that can be replayed. */
export function readmeSkeleton({ number, gate }: Subject): string {
  const { before, alpha, beta, ga } = releases()
  const field = lowerFirst(gate)
  const patch = (name: string): string =>
    `kubectl patch service ${name} --type=merge -p '{"spec":{"${field}":"here"}}'\n   service/${name} patched`
  const shown = (name: string, value: string): string =>
    `kubectl get service ${name} -o jsonpath='[{.spec.${field}}]{"\\n"}'\n   [${value}]`
  const created = (name: string): string =>
    `kubectl create service clusterip ${name} --tcp=80\n   service/${name} created`
  const step = (title: string, ...commands: string[]): string =>
    `${title}\n\n   \`\`\`console\n${commands.map((command) => `   $ ${command}\n`).join('')}   \`\`\`\n`
  return `# KEP-${number}: TITLE

Replay this document with \`kepsim replay README.md --plan plan.yaml --section all\`.

## Design Details

### Upgrade / Downgrade Strategy

What happens to stored objects, and what an administrator has to do.

### Version Skew Strategy

What older kubelets and kube-proxies make of it: \`kepsim skew skew.mjs --plan plan.yaml\`.

## Production Readiness Review Questionnaire

### Feature Enablement and Rollback

#### Can the feature be disabled once it has been enabled?

${step(
  `1. Start a cluster of ${alpha} with the gate, and use the field:`,
  `git checkout ${tag(alpha)}`,
  `FEATURE_GATES=${gate}=true ${start}`,
  created('kept'),
  patch('kept'),
)}
${step('2. Restart the cluster without the gate:', start, shown('kept', 'here'), created('plain'), patch('plain'), shown('plain', ''))}
### Rollout, Upgrade and Rollback Planning

#### Was the upgrade -> downgrade -> upgrade path tested?

${step(`1. Start a cluster of ${beta}:`, `git checkout ${tag(beta)}`, start, created('stored'), patch('stored'), shown('stored', 'here'))}
${step(`2. Downgrade to ${before}:`, `git checkout ${tag(before)}`, start, shown('stored', ''))}
${step(`3. Upgrade to ${ga}:`, `git checkout ${tag(ga)}`, start, shown('stored', 'here'))}`
}

/** The scenario of `kepsim skew`. */
export function skewSkeleton({ gate }: Subject): string {
  const { beta, ga } = releases()
  const field = lowerFirst(gate)
  return `// What must hold in every supported combination of releases: kepsim skew skew.mjs --plan plan.yaml
export const matrix = { apiserver: '${beta}..${ga}', kubelet: 'n-1..n' }

export default async function ${field}(_cluster, { assert, client }) {
  const spec = { ports: [{ port: 80 }], ${field}: 'here' }
  const body = { metadata: { name: 'skewed' }, spec }
  const { spec: stored } = await client.create('/api/v1/namespaces/default/services', body)
  assert.equal(stored.${field}, 'here')
  return stored.${field}
}
`
}

/** A workflow of GitHub that lints, walks, replays and skews. @param folder of the KEP in its repository, with `/`; empty: the root */
export const workflowSkeleton = ({ number }: Subject, folder: string): string => `name: KEP-${number}
on: pull_request
jobs:
  kepsim:
    runs-on: ubuntu-latest
${folder === '' ? '' : `    defaults: { run: { working-directory: ${JSON.stringify(folder)} } }\n`}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install --no-save kepsim
      - run: npx kepsim plan lint plan.yaml
      - run: npx kepsim plan walk plan.yaml
      - run: npx kepsim replay README.md --plan plan.yaml --section all --html report.html
      - run: npx kepsim skew skew.mjs --plan plan.yaml
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: report, path: ${JSON.stringify(folder === '' ? 'report.html' : `${folder}/report.html`)} }
`
