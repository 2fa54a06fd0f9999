import { expect, it } from 'vitest'
import { branchReleases, unusedBranches } from './branch-option.ts'

const text = 'Run `git checkout release-1.33`, then `kubeadm init --kubernetes-version 1.34.1`.'

it.each([
  ['release-1.33=1.32', []],
  ['v1.34.1=1.34', []],
  ['master=1.36', []],
  ['release-1.30=1.29', ['--branch release-1.30=1.29: the document names no release-1.30']],
])('--branch %s is of use to the document, or said not to be', (value, notes) => {
  expect(
    unusedBranches(
      branchReleases([value], () => true),
      text,
    ),
  ).toEqual(notes)
})
