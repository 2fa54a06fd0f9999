import { describe, expect, it } from 'vitest'
import { sentencesOf } from './sentence.ts'

it('ends a sentence behind a title in bold that names a release', () => {
  const texts = sentencesOf('**Downgrade to 1.32:** the Job remains. **Note:** it is old.', 1).map(
    ({ text }) => text,
  )
  expect(texts).toEqual(['**Downgrade to 1.32:**', 'the Job remains.', '**Note:** it is old.'])
})

describe('sentencesOf', () => {
  it('gives each sentence the line where it begins', () => {
    expect(sentencesOf('One goes\nover two lines. Another\nbegins there.\nAnd a third', 10)).toEqual([
      { text: 'One goes over two lines.', line: 10 },
      { text: 'Another begins there.', line: 11 },
      { text: 'And a third', line: 13 },
    ])
  })
  it.each([
    'Go to v1.30.0 with `a. b` and file.yaml.',
    'It is set, e.g. to 3, i.e. the default.',
    'See https://example.com/a.b?c=d for `kubectl get x. -o yaml`.',
    '1. First the number.',
    'A [link. With a stop](https://example.com/) is one.',
    'Wait... then look.',
  ])('%s is one', (text) => {
    expect(sentencesOf(text, 1)).toEqual([{ text, line: 1 }])
  })
  it('ends a sentence after a version, a question and a bold stop', () => {
    expect(sentencesOf('Upgrade to v1.31. Is it set? **It is.** Good!', 1).map(({ text }) => text)).toEqual([
      'Upgrade to v1.31.',
      'Is it set?',
      '**It is.**',
      'Good!',
    ])
  })
  it('takes no longer for a page of brackets', () => {
    const start = process.cpuUsage()
    sentencesOf(`${'['.repeat(50_000)} ${'`'.repeat(50_001)} ${'<a:'.repeat(20_000)}`, 1)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000)
  })
})
