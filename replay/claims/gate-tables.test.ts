// Tables of how gates stand.
import { expect, it } from 'vitest'
import { gateTable } from './gate-tables.ts'

const read = (raw: string, above?: string) =>
  gateTable(raw, 10, above)?.map(({ gate, test, release, since, line }) => [
    line,
    gate,
    test,
    release,
    since === true,
  ])

it('reads rows of releases under a sentence that names the gate', () => {
  const raw =
    '| Version | Status | Default |\n| --- | --- | --- |\n| v1.30 | Alpha | `false` |\n| 1.31 | beta | on |'
  expect(read(raw, 'The gate is `MyFeature`:')).toEqual([
    [12, 'MyFeature', { stage: 'ALPHA', default: false }, '1.30', false],
    [13, 'MyFeature', { stage: 'BETA', default: true }, '1.31', false],
  ])
})

it('reads the columns of the documentation of feature gates', () => {
  const raw =
    'Feature | Default | Stage | Since | Until\n--- | --- | --- | --- | ---\n`MyFeature` | `false` | Alpha | 1.29 | 1.30\n`MyFeature` | `true` | Beta | 1.31 |'
  expect(read(raw)).toEqual([
    [12, 'MyFeature', { stage: 'ALPHA', default: false }, '1.29', true],
    [12, 'MyFeature', { stage: 'ALPHA', default: false }, '1.30', false],
    [13, 'MyFeature', { stage: 'BETA', default: true }, '1.31', true],
  ])
})

it('takes the gate that a title names', () => {
  const raw = '| Release | Stage of `MyFeature` | Default |\n| - | - | -- |\n| 1.30 | alpha | off |'
  expect(read(raw)).toEqual([[12, 'MyFeature', { stage: 'ALPHA', default: false }, '1.30', false]])
})

it("reads stages with their defaults as those of the document's gate", () => {
  const raw = '| Release | Stage | Default |\n| - | - | -- |\n| 1.30 | alpha | off |'
  expect(read(raw, 'Life of the feature:')).toEqual([
    [12, undefined, { stage: 'ALPHA', default: false }, '1.30', false],
  ])
})

it.each([
  ['no table', 'Version 1.30 is alpha.', 'The gate `MyFeature`'],
  ['no gate', '| Release | Stage |\n| - | -- |\n| 1.30 | alpha |', 'The stages:'],
  ['two gates', '| Release | Stage |\n| - | -- |\n| 1.30 | alpha |', '`MyFeature` and `MyOther`'],
  [
    'a column of something else',
    '| Release | Stage | Owner |\n| - | -- | - |\n| 1.30 | alpha | me |',
    '`MyFeature`',
  ],
  ['a cell that is not understood', '| Release | Stage |\n| - | -- |\n| next | alpha |', '`MyFeature`'],
  ['releases of components', '| Component | Version |\n| - | -- |\n| kubelet | 1.30 |', '`MyFeature`'],
])('leaves %s', (_, raw, above) => {
  expect(read(raw, above)).toBeUndefined()
})

it('reads of a table of stages when each began', () => {
  expect(read('| Stage | Release |\n| --- | --- |\n| Alpha | 1.29 |\n| GA | 1.34 |')).toEqual([
    [12, undefined, { stage: 'ALPHA' }, '1.29', true],
    [13, undefined, { stage: 'GA' }, '1.34', true],
  ])
})
