// Sections that go on with the ones before them.
import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { selectSections } from './select-sections.ts'

const titles = (text: string) =>
  selectSections(parseDocument('a.md', text), 'all').map(({ section, steps }) => [
    section.title,
    steps.length > 0,
  ])
const code = (...lines: string[]): string => ['', '```sh', ...lines, '```', ''].join('\n')

describe('a section goes on with the one before it', () => {
  it.each([
    ['whose namespace it uses', 'kubectl create namespace team-a', 'kubectl get pods -n team-a'],
    ['whose object it uses', 'kubectl run worker-1 --image=a', 'kubectl delete pod worker-1'],
    [
      'whose store it starts on',
      'PRESERVE_ETCD=true ETCD_DIR=/tmp/e hack/local-up-cluster.sh',
      'git checkout v1.32.0\nETCD_DIR=/tmp/e PRESERVE_ETCD=true hack/local-up-cluster.sh',
    ],
    [
      'whose definition it uses',
      'kubectl apply -f - <<E\nspec:\n  names:\n    plural: widgets\nE',
      'kubectl get widgets',
    ],
    ['whose cluster it uses', 'kind create cluster --image kindest/node:v1.31.0', 'kubectl get nodes'],
  ])('%s', (_what, first, second) => {
    expect(titles(`# T\n## A\n${code(first)}\n## B\n${code(second)}`)).toEqual([['A', true]])
  })
})

it('goes on with what an earlier one made, by way of those between', () => {
  const parts = ['kubectl create namespace team-a', 'kubectl get nodes', 'kubectl delete ns team-a']
  expect(titles(`# T\n${parts.map((part, i) => `## ${i}\n${code(part)}`).join('\n')}`)).toEqual([['0', true]])
  const other = parts.with(1, 'kind create cluster')
  expect(titles(`# T\n${other.map((part, i) => `## ${i}\n${code(part)}`).join('\n')}`)).toEqual([
    ['0', true],
    ['1', true],
  ])
})

it('does between two sections what one without commands says', () => {
  const words = (text: string): string =>
    `# T\n## A\n${code('kind create cluster --image kindest/node:v1.29.0')}\n## B\n\n${text}\n\n## C\n${code('kubectl get nodes')}`
  const kinds = (text: string) =>
    selectSections(parseDocument('a.md', text), 'all')[0]!.steps.flatMap(({ actions }) =>
      actions.map(({ kind }) => kind),
    )
  expect(kinds(words('Upgrade the cluster to 1.30.'))).toEqual(['command', 'instruction', 'command'])
  expect(kinds(words('Nothing is done here.'))).toEqual(['command', 'command'])
})

describe('a section begins anew', () => {
  it.each([
    ['that uses nothing of the one before it', 'kubectl create namespace team-a', 'kubectl get pods'],
    [
      'that starts on another store',
      'PRESERVE_ETCD=true ETCD_DIR=/tmp/e hack/local-up-cluster.sh',
      'PRESERVE_ETCD=true ETCD_DIR=/tmp/f hack/local-up-cluster.sh',
    ],
    [
      'that makes anew what the store would have',
      'PRESERVE_ETCD=true ETCD_DIR=/tmp/e hack/local-up-cluster.sh\nkubectl create -f - <<E\nmetadata: { name: kept }\nE',
      'PRESERVE_ETCD=true ETCD_DIR=/tmp/e hack/local-up-cluster.sh\nkubectl create -f - <<E\nmetadata: { name: kept }\nE',
    ],
    [
      'that starts a cluster',
      'kubectl create namespace team-a',
      'kind create cluster\nkubectl get ns team-a',
    ],
    ['that makes it itself', 'kubectl create ns team-a', 'kubectl create ns team-a\nkubectl get ns team-a'],
  ])('%s', (_what, first, second) => {
    expect(titles(`# T\n## A\n${code(first)}\n## B\n${code(second)}`)).toEqual([
      ['A', true],
      ['B', true],
    ])
  })

  it('that has the name of the one before it', () => {
    const text = `# T\n## A\n${code('kubectl create namespace team-a')}\n## A\n${code('kubectl get pods -n team-a')}`
    expect(titles(text)).toEqual([
      ['A', true],
      ['A', true],
    ])
  })
})
