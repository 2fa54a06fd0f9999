import { describe, expect, it } from 'vitest'
import { goModOf, releaseTags, stagingPaths } from './go-mod.ts'
import { wholePatch } from './workshop.ts'

const kubernetes = `module k8s.io/kubernetes

go 1.21

godebug (
	default=go1.21
)

require (
	github.com/spf13/pflag v1.0.5
	k8s.io/api v0.0.0
	k8s.io/klog/v2 v2.110.1
)

replace (
	k8s.io/apiserver => ./staging/src/k8s.io/apiserver
	k8s.io/api => ./staging/src/k8s.io/api
)
`

describe('stagingPaths', () => {
  it('are what the repository replaces by its folders', () => {
    expect(stagingPaths(kubernetes)).toEqual(['k8s.io/api', 'k8s.io/apiserver'])
  })
  it('are what is required without a version, where nothing is replaced', () => {
    const published = kubernetes.replaceAll(/^.*=> .*$/gm, '')
    expect(stagingPaths(published)).toEqual(['k8s.io/api'])
  })
})

describe('wholePatch', () => {
  it.each([
    ['=> k8s.io/api v0.25.16\n\tk8s.io/x => k8s.io/controller-manager v0.25.6', 'v1.25.6'],
    ['=> k8s.io/api v0.25.16', 'v1.25.16'],
  ])('%s', (goMod, version) => {
    expect(wholePatch('v1.25.16', goMod)).toBe(version)
  })
})

describe('goModOf', () => {
  const modules = [
    { path: 'k8s.io/api', version: 'v0.29.15', goMod: 'require k8s.io/klog/v2 v2.110.1\n' },
    {
      path: 'k8s.io/apiserver',
      version: 'v0.29.14',
      goMod: 'require (\n\tk8s.io/api v0.29.14\n\tk8s.io/klog/v2 v2.110.1\n)\n',
    },
  ]
  const text = goModOf('v1.29.15', kubernetes, modules)
  it('takes each module as it is published', () => {
    expect(text).toContain(
      'replace (\n\tk8s.io/api => k8s.io/api v0.29.15\n\tk8s.io/apiserver => k8s.io/apiserver v0.29.14\n)',
    )
    expect(text).toContain('\tk8s.io/kubernetes v1.29.15\n')
  })
  it('speaks the Go and the settings of the release', () => {
    expect(text).toContain('\ngo 1.21\n\ngodebug (\n\tdefault=go1.21\n)\n')
  })
  it('leaves out which of each other the modules require, and nothing else', () => {
    expect(text).toContain('exclude (\n\tk8s.io/api v0.29.14\n)\n')
  })
})

it('tags go from the oldest release up to the own one', () => {
  expect(releaseTags(26)).toEqual(['kubernetes1.24', 'kubernetes1.25', 'kubernetes1.26'])
})
