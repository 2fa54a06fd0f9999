import { describe, expect, it } from 'vitest'
import type { CodeText } from './code-text.ts'
import { asksToCreate, contentOf } from './manifests.ts'

const block = (text: string, lang = 'yaml'): CodeText => ({
  kind: 'code',
  lang,
  meta: '',
  fence: '```',
  line: 1,
  lines: text.split('\n'),
})

describe('contentOf', () => {
  it.each([
    ['apiVersion: v1\nkind: Pod\nmetadata:\n  name: a', 'objects'],
    ['apiVersion: v1\nkind: Pod\n---\napiVersion: v1\nkind: Service', 'objects'],
    ['apiVersion: v1\nkind: Pod\nmetadata:\n  uid: a', 'output'],
    ['apiVersion: v1\nkind: Pod\nstatus:\n  phase: Running', 'output'],
    ['apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster', 'kind-cluster'],
    ['apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration', undefined],
    ['status:\n  phase: Running', undefined],
    ['a: [', undefined],
    ['hosts:\n- *.example.com', undefined],
    ['', undefined],
  ])('%j is %s', (text, content) => {
    expect(contentOf(block(text))).toBe(content)
  })
  it('does not look into blocks of another language', () => {
    expect(contentOf(block('apiVersion: v1\nkind: Pod', 'go'))).toBeUndefined()
  })
})

it.each([
  ['Deploy a webserver', true],
  ['In this test the following Deployment and Service was used:', true],
  ['Create new PVC without SC:', true],
  ['3. **Now create the pod again:**', true],
  ['Then, apply a Deployment like:', true],
  ['Label the node, and run a Pod on it:', true],
  ['Redeploy it with the policy honoured.', true],
  ['Next, we must define a binding:', true],
  ['A sample Job was created', true],
  ['using `pod.yaml`:', true],
  ['Try the downgrade by creating a cluster without it.', true],
  ['Creating a Pod:', true],
  ['This creates output similar to:', false],
  ['The Pod looks like this:', false],
  ['The controller then creates Pods so:', false],
  ['To add a field, the API is extended:', false],
  ['A new field will be added to the spec:', false],
  ['Run `tool build`', false],
  ['The following Job could suit an author of workflows:', false],
  ['Example of a lease created by the controller:', false],
])('%j asks for it: %s', (prose, asks) => {
  expect(asksToCreate(prose)).toBe(asks)
})
