import { expect, test } from 'vitest'
import { replayModel } from '../html/replay-model.ts'
import { sampleResult } from '../html/testing/sample-result.ts'
import { pictureRows } from './picture-rows.ts'
import { pictured } from './testing/pictured.ts'
import { cut, folded } from './text-lines.ts'
import { timelinePicture } from './timeline-picture.ts'

const hostile = timelinePicture(replayModel(sampleResult()))

test('no text is markup, and nothing is loaded', () => {
  expect(hostile).not.toMatch(/<script|<img|<b>&/)
  expect(hostile).toContain('<title id="title">dir/&lt;b&gt;&amp;&quot;&#39;.md: differs</title>')
  expect(hostile.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
    /https?:|url\(|@import|href|\son\w+="/,
  )
  expect(hostile).toContain('prefers-color-scheme:dark')
})

test('tells in words what it shows', () => {
  expect(/<desc id="desc">([^<]*)</.exec(timelinePicture(pictured('t')))![1]).toBe(
    [
      'Upgrade t.',
      '1. one t (passed): kubelet/t t; Gatet true by default; t (empty).',
      '2.1. two (differs): kubelet/t 1.33.13; Gatet true by default; t t.',
      'three (not checked): t t.',
      '10. four (could not run): kubelet/t 1.33.13; Gatet true by default; t t.',
    ].join('\n'),
  )
})

const component = (name: string, notes: string[][]) => ({
  name,
  kind: 'component' as const,
  values: notes.map((one, i) => ({ text: `1.3${i}.0`, notes: one })),
})

test('components that go through the same are one row, and a gate names those that differ in it', () => {
  const rows = pictureRows({
    moments: ['a', 'b'],
    lanes: [
      component('kube-apiserver', [['AllAlpha=false', 'A=false (default)'], ['A=true (default)']]),
      component('kubelet/n', [['A=false (default)', 'B=true'], ['A=true']]),
    ],
  })
  expect(rows.map(({ labels }) => labels)).toEqual([
    ['kube-apiserver', 'kubelet/n'],
    ['A', 'kube-apiserver'],
    ['A', 'kubelet/n'],
    ['B'],
  ])
  expect(rows[2]!.cells).toEqual([
    { lines: ['false', 'by default'], changed: false },
    { lines: ['true', 'set'], changed: true },
  ])
  expect(rows[3]!.cells).toEqual([{ lines: ['true', 'set'], changed: false }, undefined])
})

test('the line of releases climbs, falls, and ends where a component does not run', () => {
  const line = /class="line" d="([^"]*)"/.exec(timelinePicture(pictured('2')))![1]!
  // 2, then 1.33.13, which sorts before it; nothing; 1.33.13.
  expect(line).toMatch(/^M\S+ (\d+)H\S+V(?!\1\D)(\d+)H\S+M\S+ \2H\S+$/)
})

test('breaks texts between words, and cuts what is too long', () => {
  expect(folded('Cluster version v1.30, FEATURE_GATES=SomeGate', 14, 4)).toEqual([
    'Cluster',
    'version v1.30,',
    'FEATURE_GATES=',
    'SomeGate',
  ])
  expect(folded('DisableNodeKubeProxyVersion=true', 12, 2)).toEqual(['DisableNode', 'KubeProxyVe…'])
  expect(folded('x'.repeat(1e6), 10, 2)).toEqual(['xxxxxxxxxx', `${'xxxxxxxxxx'.slice(1)}…`])
  expect(cut('a\nb', 9)).toBe('a␊b')
})

test('a report without a timeline is told to have none', () => {
  const none = timelinePicture({ title: 'a', verdict: 'passed', summary: '', runs: [] })
  expect(none).toContain('There is no timeline to show.')
})
