import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { documentRelease } from './document-release.ts'
import type { GateFacts } from './runtime.ts'
import { elementsAbove } from './select-sections.ts'
import { stepsOf } from './steps.ts'

const minors = [30, 31, 32, 33]

/** Gate A is locked to true in 1.33, and there since 1.31. */
const facts: GateFacts = {
  newest: '1.33',
  known: (release) => minors.includes(Number(release.split('.')[1])),
  history: () => '',
  at: (gate, release) => {
    const minor = Number(release.split('.')[1])
    return gate === 'A' && minor >= 31 && minor <= 33
      ? { default: minor > 31, stage: 'BETA', locked: minor === 33 }
      : undefined
  },
}

function found(body: string, kepYaml?: string) {
  const document = parseDocument('x.md', `# T\n\n${body}`)
  const section = document.sections.at(-1)!
  const above = elementsAbove(document, section)
  const steps = stepsOf(document, section)
  return documentRelease({ section, steps, kepYaml, facts, above, gates: ['A'] })
}

const step = (title: string, block: string): string =>
  `1. ${title}\n\n   \`\`\`\n${block.replace(/^/gm, '   ')}\n   \`\`\`\n\n`
const look = '$ kubectl get ns'

describe('the release that a document does not name', () => {
  it.each([
    [
      'the version of the server',
      '$ kubectl version\nClient Version: v1.30.1\nServer Version: v1.31.2',
      '1.31.2',
    ],
    [
      'those of its nodes',
      '$ kind create cluster --image kindest/node:latest\n$ kubectl get nodes\nNAME   STATUS   ROLES   AGE   VERSION\na      Ready    x       5m    v1.32.0-alpha.2.15+c649dadff4498',
      '1.32.0',
    ],
    ['an image', '$ kind create cluster\n • Ensuring node image (kindest/node:v1.31.0)', '1.31.0'],
    ['a field', '$ kubectl get node a -o yaml\n...\n    kubeletVersion: v1.31.4', '1.31.4'],
  ])('is what its outputs show: %s', (_what, block, release) => {
    expect(found(step('Version 1.30:', block))).toMatchObject({
      release,
      reason: expect.stringMatching(/^master is taken as 1\.3.*: step 1 shows 1\.3/),
    })
  })
  it.each([
    ['a cluster', 'All of it was run on a local cluster (kind, Kubernetes 1.31).', '1.31.0'],
    ['what set it up', 'There is one node, set up with kubeadm v1.31.', '1.31.0'],
    ["a feature's life", 'Kubernetes has it: it is alpha in 1.31, and the gate A turns it on.', undefined],
  ])('is what stands above its heading of %s', (_what, text, release) => {
    expect(found(`${text}\n\n## Steps\n\n${step('Look:', look)}`)?.release).toBe(release)
  })
  it('has its tag where outputs show nothing after it', () => {
    const shows = (version: string) =>
      found(step('Look:', `$ hack/local-up-cluster.sh\n$ kubectl version\nServer Version: ${version}`))
    expect(shows('v1.32.0')).toMatchObject({ release: '1.32.0', tagged: true })
    expect(shows('v1.32.0-alpha.1.20+c649dadff4498')).not.toHaveProperty('tagged')
    expect(shows('v1.32')).not.toHaveProperty('tagged')
  })
  it('is what a step says that checks out no release', () => {
    const text =
      step('Version v1.30', `$ git checkout release-1.30\n$ kubectl version\nServer Version: v1.30.4`) +
      step('Version v1.31+', `$ git checkout master\n${look}`)
    expect(found(text)).toEqual({ release: '1.31.0', reason: expect.any(String) })
  })
  it('is later than the branches that its commands check out', () => {
    const text =
      step('Version v1.31', `$ git checkout upstream/release-1.31\n${look}`) +
      step('Version v1.31', `$ git checkout master\n${look}`)
    expect(found(text)).toBeUndefined()
    expect(found(`Tried with 1.30.\n\n${text}`)).toBeUndefined()
    expect(found(text + step('Version v1.32', `$ git checkout master\n${look}`))?.release).toBe('1.32.0')
  })
  it.each([
    ['Tested by hand with the alpha version in 1.31:', '1.31.0'],
    ['Before the upgrade (1.31.5), these were run:', '1.31.5'],
    ['A cluster v1.32 was made as follows.', '1.32.0'],
    ['It will be promoted in 1.32.', undefined],
    ['The image is nginx:1.25.', undefined],
  ])('is what its prose says: %s', (prose, release) => {
    expect(found(`${prose}\n\nMore of it.\n\n${step('Look:', look)}`)?.release).toBe(release)
  })
  it('is a milestone of its kep.yaml, in which its gates can be set', () => {
    const kep =
      'stage: stable\nlatest-milestone: "v1.33"\nmilestone:\n  alpha: v1.31\n  beta: v1.32\n  stable: v1.33\n'
    expect(found(step('Look:', look), kep)).toMatchObject({
      release: '1.33.0',
      reason: 'master is taken as 1.33.0: its kep.yaml has 1.33 as the milestone of its stage, stable',
    })
    expect(found(step('Off:', 'FEATURE_GATES=A=false hack/local-up-cluster.sh'), kep)?.release).toBe('1.32.0')
    const told = (sentence: string) => found(`1. ${sentence}\n\n${step('Look:', look)}`, kep)?.release
    expect(told('Start kube-apiserver with this feature disabled.')).toBe('1.32.0')
    expect(told('Start kube-apiserver with this feature enabled.')).toBe('1.33.0')
    expect(told('Start kube-apiserver with the `A` feature gate disabled.')).toBe('1.32.0')
    expect(found(step('Look:', look), 'a: [')).toBeUndefined()
  })
  it('is the newest in which its gates can be set', () => {
    expect(found(step('Off:', 'FEATURE_GATES=A=false hack/local-up-cluster.sh'))).toMatchObject({
      release: '1.32.0',
      reason: 'master is taken as 1.32.0: it is the newest release that takes A=false',
    })
    expect(found(step('On:', 'FEATURE_GATES=A=true hack/local-up-cluster.sh'))).toBeUndefined()
    expect(found(step('No gate:', 'FEATURE_GATES=Nonesuch=false hack/local-up-cluster.sh'))).toBeUndefined()
  })
  it('is the nearest to one that cannot be simulated, which is said', () => {
    expect(found(step('Look (1.27.5):', look))).toEqual({
      release: '1.30.0',
      standsInFor: '1.27.5',
      reason:
        'master is taken as 1.30.0: step 1 says 1.27.5 in its title, which cannot be simulated, and 1.30.0 is the nearest that can',
    })
  })
  it('is that of kubeadm init, where nothing of another one was installed', () => {
    const init = 'kubeadm init --kubernetes-version v1.32.0'
    expect(found(step('By kubeadm:', init))?.release).toBe('1.32.0')
    expect(found(step('By kubeadm:', `apt-get install kubeadm=1.33.1-1.1\n${init}`))).toBeUndefined()
  })
})
