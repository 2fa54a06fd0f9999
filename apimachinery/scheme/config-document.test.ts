import { expect, it } from 'vitest'
import { readDocument } from './config-document.ts'

it('finds the type in any case of letters, and the version before the kind', () => {
  const text = 'Kind: KubeProxyConfiguration\nAPIVERSION: kubeproxy.config.k8s.io/v1alpha1\n'
  expect(readDocument(text)).toMatchObject({
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
  })
  expect(() => readDocument('{"apiVersion": "a/b/c"}')).toThrow('unexpected GroupVersion string: a/b/c')
})

it('takes a brace after white space of Go for the begin of JSON, and no byte order mark for white space', () => {
  for (const space of ['\u0085', '\u2003', '\t\n'])
    expect(() => readDocument(`${space}{"kind": `)).toThrow("couldn't get version/kind; json parse error: ")
  expect(() => readDocument('\uFEFF{"kind": "Any"}')).toThrow("Object 'apiVersion' is missing in '\uFEFF{")
})
